#!/usr/bin/env bash
# Versions: csvkit 2.2.0, agate 1.14.2.
# Expected: a column of counts is a column of numbers, and an address or a name is text.
# Observed: counts that are only 0 and 1 are truth values: csvstat prints neither sum nor mean, and csvjson
# writes true and false. PCI addresses such as 03:00.0 are durations, "sun" and "may" are dates, and
# "none" is a missing value.
# Hurts: tables of results. The losses of a good run have no mean, while those of a bad run have one, and
# a card is no longer found by its address.
. "$(dirname "$0")/common.sh"

python_packages csvkit==2.2.0 agate==1.14.2
printf 'losses,slot,host,card,drops\n0,03:00.0,sun,none,0\n1,04:00.0,may,eni,2\n0,05:00.0,sun,eni,1\n' >runs.csv
csvstat -c losses runs.csv >stat
expect "csvstat: type of 0 1 0" Boolean "$(grep -oP 'Type of data: *\K.*' stat)"
expect "lines with a sum or a mean" 0 "$(grep -cE 'Sum|Mean' stat || true)"
expect "type and mean of 0 2 1" "Number 1" "$(csvstat -c drops runs.csv | grep -oP '(Type of data|Mean): *\K.*' | paste -sd' ')"
csvjson runs.csv | grep -oP '\{.*?\}' >json
expect "csvjson, first row" '{"losses": false, "slot": "0:03:00", "host": "0001-01-07", "card": null, "drops": 0.0}' \
    "$(sed -n 1p json)"
expect "second row" '{"losses": true, "slot": "0:04:00", "host": "0001-05-01", "card": "eni", "drops": 2.0}' \
    "$(sed -n 2p json)"
finish
