#!/usr/bin/env bash
# Versions: Miller 6.6.0 (Debian miller 6.6.0-2+b3).
# Expected: mlr computes with all numbers of a table: counters of 64 bits, +5, 08 and Inf.
# Observed: 18446744073709551615, +5, 08 and Inf are text. A sum leaves them out without a message, the
# count does not, and the maximum is the text. 0xffffffffffffffff is -1, and sums above 2^63 are floats.
# The 50th percentile of 1 and 2 is 2.
# Hurts: sums of counters, and of offsets with a sign: the positive ones are missing. A table has a sum
# below its largest value, and nothing reports it.
. "$(dirname "$0")/common.sh"

debian_packages miller=6.6.0-2+b3
for value in 18446744073709551615 +5 08 Inf 0xffffffffffffffff 9223372036854775807; do
    printf 'count\n%s\n1\n' $value | mlr --icsv --onidx stats1 -a sum,max,count -f count
done >seen 2>messages
expect "sum, maximum and count of 2^64 - 1 and 1" "1 18446744073709551615 2" "$(sed -n 1p seen)"
expect "of +5 and 1 (6 5 2)" "1 +5 2" "$(sed -n 2p seen)"
expect "of 08 and 1 (9 8 2)" "1 08 2" "$(sed -n 3p seen)"
expect "of Inf and 1 (Inf Inf 2)" "1 Inf 2" "$(sed -n 4p seen)"
expect "of 0xffffffffffffffff and 1" "0 1 2" "$(sed -n 5p seen)"
expect "of 2^63 - 1 and 1" "9223372036854776000 9223372036854775807 2" "$(sed -n 6p seen)"
expect "octets of messages" 0 "$(wc -c <messages)"
expect "50th percentile of 1 and 2 (1.5)" 2 "$(printf 'x\n1\n2\n' | mlr --icsv --onidx stats1 -a p50 -f x)"
finish
