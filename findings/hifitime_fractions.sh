#!/usr/bin/env bash
# Versions: hifitime 4.3.2 (crates.io).
# Expected: a time is the nearest number of nanoseconds, the resolution of the library.
# Observed: fractions are cut after a product of floating-point numbers. The text 1.001 ms is 1 000 999 ns, 1.005 us is
# 1004 ns, 0.64 ns is 0, and from_seconds(8.2) is 8 199 999 999 ns. A text with an integer is exact.
# Hurts: one nanosecond is missing in some times of a table and not in others, so that equal times differ, and clocks
# that should meet at 1 ms do not.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use hifitime::Duration;
use std::str::FromStr;

fn main() {
    for text in ["1001 us", "1.001 ms", "1005 ns", "1.005 us", "0.64 ns"] {
        println!("{}", Duration::from_str(text).unwrap().total_nanoseconds());
    }
    println!("{}", Duration::from_seconds(8.2).total_nanoseconds());
    println!("{}", Duration::from_str("1.001 ms").unwrap() == Duration::from_str("1001 us").unwrap());
}
CODE
rust_program hifitime=4.3.2
bounded 30 probe >seen
expect "1001 us in ns" 1001000 "$(sed -n 1p seen)"
expect "1.001 ms (1001000)" 1000999 "$(sed -n 2p seen)"
expect "1005 ns" 1005 "$(sed -n 3p seen)"
expect "1.005 us (1005)" 1004 "$(sed -n 4p seen)"
expect "0.64 ns (1)" 0 "$(sed -n 5p seen)"
expect "8.2 s (8200000000)" 8199999999 "$(sed -n 6p seen)"
expect "1.001 ms is equal to 1001 us" false "$(sed -n 7p seen)"
finish
