#!/usr/bin/env bash
# Versions: gnuplot 5.4.4 (Debian gnuplot-nox 5.4.4+dfsg1-2+b2).
# Expected: a value with a unit, or with digits that are no decimal number, is an error or a missing point.
# Observed: a number is read up to the first other character, without a message. 900us and 1.1ms are 900
# and 1.1, 100k and 1M are 100 and 1, a hexadecimal 2d4 is 2, while 0x1f is 31.
# Hurts: plots of delays, sizes and addresses from the text of another tool. They have points at all places,
# and the longest delay is the lowest one.
. "$(dirname "$0")/common.sh"

debian_packages gnuplot-nox=5.4.4+dfsg1-2+b2
printf '900us 100k 2d4 1,5 0x1f\n1.1ms 1M 7f 2,5 0x20\n' >values
for column in 1 2 3 4 5; do
    gnuplot-nox -e "set table 'points'; plot 'values' using $column with table" >>messages 2>&1
    grep -oE '[0-9.]+' points | paste -sd' '
done >seen
expect "900us and 1.1ms" "900 1.1" "$(sed -n 1p seen)"
expect "100k and 1M" "100 1" "$(sed -n 2p seen)"
expect "2d4 and 7f" "2 7" "$(sed -n 3p seen)"
expect "1,5 and 2,5" "1 2" "$(sed -n 4p seen)"
expect "0x1f and 0x20" "31 32" "$(sed -n 5p seen)"
expect "octets of messages" 0 "$(wc -c <messages)"
finish
