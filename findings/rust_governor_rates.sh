#!/usr/bin/env bash
# Versions: governor 0.10.1 (Rust).
# Expected: Quota::per_second(n) with a burst of 1 passes n cells per second.
# Observed: the interval of a cell is cut to whole nanoseconds. 148 809 523 packets per second are 166 667 000, and 297
# 619 047 are 333 334 000, the shortest frames of 100 and 200 Gb/s. 600 000 000 are 1 000 000 000. Above 10^9, as for
# bits, the interval is 0 ns. Rates that divide 10^9 are right.
# Hurts: a traffic generator with a limit at line rate sends 12 % more than the line carries, and its losses look like
# those of a card.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use governor::clock::FakeRelativeClock;
use governor::{Quota, RateLimiter};
use std::num::NonZeroU32;
use std::time::Duration;

fn main() {
    let burst = NonZeroU32::new(1).unwrap();
    for rate in [1_000_000, 14_880_952, 148_809_523, 297_619_047, 500_000_000, 600_000_000] {
        let quota = Quota::per_second(NonZeroU32::new(rate).unwrap()).allow_burst(burst);
        let clock = FakeRelativeClock::default();
        let limiter = RateLimiter::direct_with_clock(quota, clock.clone());
        let mut passed = 0;
        // A millisecond, with an attempt in each nanosecond.
        for _ in 0..1_000_000 {
            passed += limiter.check().is_ok() as u64;
            clock.advance(Duration::from_nanos(1));
        }
        println!("{:?} {}", quota.replenish_interval(), passed * 1000);
    }
    println!("{:?}", Quota::per_second(NonZeroU32::new(2_000_000_000).unwrap()).replenish_interval());
}
CODE
rust_program governor=0.10.1
bounded 60 probe >seen
# rate LINE LABEL VALUE: the interval of a cell, and the cells per second that pass.
rate() {
    expect "$2" "$3" "$(sed -n "$1p" seen)"
}
rate 1 "1 000 000 per second, interval and passed" "1µs 1000000"
rate 2 "14 880 952" "67ns 14926000"
rate 3 "148 809 523" "6ns 166667000"
rate 4 "297 619 047" "3ns 333334000"
rate 5 "500 000 000" "2ns 500000000"
rate 6 "600 000 000" "1ns 1000000000"
rate 7 "2 000 000 000, interval" "0ns"
finish
