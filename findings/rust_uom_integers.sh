#!/usr/bin/env bash
# Versions: uom 0.38.0 (Rust).
# Expected: with integers as storage type, a quantity has the value that it was made of, in the same unit: 640 ps are 640 ps.
# Observed: each value is converted to the base unit, seconds or octets, and cut there: 640 ps and 999 ms are 0, 1500 ms are
# 1000 ms, and 100 bits are 96 bits, without a message. With floats 640 ps are right.
# Hurts: integers are chosen to have exact times. All times below a second are 0, and a rate of 1 Gb/s, which is right, makes
# the first tests pass.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use uom::si::information::{bit, octet};
use uom::si::information_rate::{bit_per_second, gigabit_per_second};
use uom::si::time::{millisecond, picosecond};
use uom::si::u64::{Information, InformationRate, Time};

fn main() {
    for time in [640, 1_000_000_000_000, 1_500_000_000_000] {
        println!("{}", Time::new::<picosecond>(time).get::<picosecond>());
    }
    for time in [999, 1500] {
        println!("{}", Time::new::<millisecond>(time).get::<millisecond>());
    }
    println!("{}", Information::new::<bit>(100).get::<bit>());
    println!("{}", Information::new::<octet>(53).get::<bit>());
    println!("{}", InformationRate::new::<gigabit_per_second>(1).get::<bit_per_second>());
    println!("{:.3}", uom::si::f64::Time::new::<picosecond>(640.0).get::<picosecond>());
}
CODE
rust_program uom=0.38.0,u64
bounded 30 probe >seen
# line NUMBER LABEL VALUE: a value that the program prints.
line() {
    expect "$2" "$3" "$(sed -n "$1p" seen)"
}
line 1 "640 ps in ps" 0
line 2 "1 s" 1000000000000
line 3 "1.5 s" 1000000000000
line 4 "999 ms in ms" 0
line 5 "1500 ms" 1000
line 6 "100 bits in bits" 96
line 7 "53 octets" 424
line 8 "1 Gb/s in bit/s" 1000000000
line 9 "640 ps in ps as float" 640.000
finish
