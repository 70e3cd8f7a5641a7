#!/usr/bin/env bash
# Versions: mawk 1.3.4 20200120 (Debian mawk 1.3.4.20200120-3.1, the default awk of Debian 12), gawk 5.2.1
# (Debian gawk 1:5.2.1-2).
# Expected: awk prints a sum of octets as an integer, and %d up to 2^53.
# Observed: mawk prints numbers of 2^31 and more with six digits, 3000000007 as 3e+09, and %d as
# 2147483647 for each of them. It reads 0x10 as 16 and "nan" as a number. gawk prints integers.
# Hurts: sums of octet counters and times in nanoseconds. They lose digits from 2.1 s or 2 GB on, and
# with %d all of them are equal.
. "$(dirname "$0")/common.sh"

debian_packages mawk=1.3.4.20200120-3.1 gawk=1:5.2.1-2
for awk in mawk gawk; do
    printf '1500000003\n1500000004\n' | $awk '{sum += $1} END {print sum, sum "", sum - 3000000000}' >"$awk.sum"
    printf '3000000007 4000000007\n' | $awk '{printf "%d %d\n", $1, $2}' >"$awk.format"
    printf '0x10 1\n' | $awk '{print $1 + 0, $2 + 0}' >"$awk.hex"
done
expect "mawk: a sum, as text, less 3e9" "3e+09 3e+09 7" "$(cat mawk.sum)"
expect "gawk" "3000000007 3000000007 7" "$(cat gawk.sum)"
expect "mawk: %d of 3000000007 and 4000000007" "2147483647 2147483647" "$(cat mawk.format)"
expect "gawk" "3000000007 4000000007" "$(cat gawk.format)"
expect "0x10 + 0 in mawk and gawk" "16 0" "$(cut -d' ' -f1 mawk.hex) $(cut -d' ' -f1 gawk.hex)"
finish
