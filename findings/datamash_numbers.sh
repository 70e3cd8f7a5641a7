#!/usr/bin/env bash
# Versions: GNU datamash 1.7 (Debian 1.7-2).
# Expected: max and min print a number of the table, a sum of integers is exact or an error, and bin:10 puts each multiple
# of 10 in the bin that starts with it.
# Observed: all results have 14 digits: the maximum of 123456789012345 and 123456789012346 ps is 1.2345678901235e+14, and that
# of 64-bit counters 1.844674407371e+19; --format %.0f has all digits. Negative multiples are in the bin before: -10 is in
# bin -20, and so is -640 in -1280 with bin:640; -5 is in -10, and positive ones are right.
# Hurts: simulated times of more than 100 s in picoseconds lose their last digits, a row with the maximum is not found, and
# a histogram of clock offsets, which are multiples of a period, is shifted below 0.
. "$(dirname "$0")/common.sh"

debian_packages datamash=1.7-2
# of OPERATION VALUE...: what datamash prints for a column.
of() {
    printf '%s\n' "${@:2}" | bounded 20 datamash $1 | tr '\n' ' '
}

expect "max of 123456789012345 and 123456789012346" "1.2345678901235e+14 " \
    "$(of "max 1" 123456789012345 123456789012346)"
expect "max of 2^64 - 1 and 2^64 - 2" "1.844674407371e+19 " \
    "$(of "max 1" 18446744073709551615 18446744073709551614)"
expect "the same with --format %.0f" "18446744073709551615 " \
    "$(of "--format %.0f max 1" 18446744073709551615 18446744073709551614)"
expect "sum of 600000000000001 three times (1800000000000003)" "1.8e+15 " \
    "$(of "sum 1" 600000000000001 600000000000001 600000000000001)"
expect "bin:10 of -20 -15 -10 -5 0 5 10 (-20 -20 -10 -10 0 0 10)" "-30 -20 -20 -10 0 0 10 " \
    "$(of bin:10\ 1 -20 -15 -10 -5 0 5 10)"
expect "bin:640 of -1280 -640 -1 0 640 (-1280 -640 -640 0 640)" "-1920 -1280 -640 0 640 " \
    "$(of bin:640\ 1 -1280 -640 -1 0 640)"
finish
