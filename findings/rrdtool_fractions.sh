#!/usr/bin/env bash
# Versions: rrdtool 1.7.2.
# Expected: a rate is that of the known part of a step, or unknown. Times of a simulation, which
# start at 0, are accepted.
# Observed: an unknown part below a second counts as a part with the rate 0. A counter of 1000 per
# second that is first read at 0.9 s has the rate 100 in that second, and after a reset again. The
# start 0 is 0:00 of the present day, and the start 1000 is an error: it is read as a date with the
# month 1000.
# Hurts: rates of a card that is restarted or polled at fractions of a second. They look like a loss
# of nine tenths, and MIN keeps them for ever. Simulated results need another origin of times.
. "$(dirname "$0")/common.sh"

debian_packages rrdtool=1.7.2-4+b8
start=1767225600

# rates READING...: rates of four seconds; a reading is a time after the start and a counter.
rates() {
    local reading
    rm -f card.rrd
    rrdtool create card.rrd --start $start --step 1 DS:octets:COUNTER:10:0:U RRA:AVERAGE:0.5:1:60
    for reading in "$@"; do
        rrdtool update card.rrd "$(awk -v start=$start -v reading="$reading" \
            'BEGIN {split(reading, part, ":"); printf "%.1f:%s", start + part[1], part[2]}')"
    done
    rrdtool fetch card.rrd AVERAGE -s $start -e $((start + 3)) |
        awk '/^[0-9]+:/ && ++rows <= 4 {printf "%s%.0f", (rows > 1 ? " " : ""), $2}'
}

expect "first reading at 0.1 s" "900 1000 1000 1000" "$(rates 0.1:0 1.1:1000 2.1:2000 3.1:3000 4.1:4000)"
expect "first reading at 0.9 s" "100 1000 1000 1000" "$(rates 0.9:0 1.9:1000 2.9:2000 3.9:3000 4.9:4000)"
expect "no counter at 2.4 s, and a reset at 2.9 s" "900 1000 100 1000" \
    "$(rates 0.1:0 1.1:1000 2.0:1900 2.4:U 2.9:0 3.9:1000 4.9:2000)"

rrdtool create card.rrd --start 0 --step 1 DS:octets:GAUGE:10:0:U RRA:AVERAGE:0.5:1:60
last=$(rrdtool last card.rrd)
age=$(($(date +%s) - last))
expect "start 0 is 0:00 of the present day" "yes" \
    "$([ $((last % 86400)) = 0 ] && [ "$age" -lt 86460 ] && echo yes || echo "no, $last")"
expect "start 1000" "ERROR: start time: did you really mean month 1000?" \
    "$(rrdtool create card.rrd --start 1000 --step 1 DS:octets:GAUGE:10:0:U RRA:AVERAGE:0.5:1:60 2>&1)"
finish
