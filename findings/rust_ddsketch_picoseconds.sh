#!/usr/bin/env bash
# Versions: sketches-ddsketch 0.4.2 (crates.io).
# Expected: a sketch with a relative accuracy of 1 % has it for values of each size, also for picoseconds in seconds.
# Observed: values below 1e-9 are counted as 0: with delays of 1 to 1000 ps the median and the p99 are 0. Minimum, sum
# and count are right. The limit is the third parameter of the configuration, and its default 1e-9.
# Hurts: times of a bit, of a symbol or of a small frame at 800 Gb/s (0.64 ns) in seconds, the unit of such libraries,
# have quantiles of 0. A merge of sketches with and without them shifts all quantiles.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use sketches_ddsketch::{Config, DDSketch};

/// Prints the median, the p99, the minimum and the mean of 1 to 1000 units in picoseconds.
fn show(unit: f64, config: Config) {
    let mut delays = DDSketch::new(config);
    for i in 1..=1000 {
        delays.add(i as f64 * unit);
    }
    let picoseconds = |value: f64| format!("{:.0}", value * 1e12);
    let quantile = |q| picoseconds(delays.quantile(q).unwrap().unwrap());
    let mean = delays.sum().unwrap() / delays.count() as f64;
    println!("{} {} {} {}", quantile(0.5), quantile(0.99), quantile(0.0), picoseconds(mean));
}

fn main() {
    show(1e-12, Config::defaults());
    show(2e-12, Config::defaults());
    show(1e-11, Config::defaults());
    show(1e-12, Config::new(0.01, 2048, 1e-15));
}
CODE
rust_program sketches-ddsketch=0.4.2
bounded 30 probe >seen
expect "median, p99, minimum, mean of 1 to 1000 ps in ps (500 990 1 501)" "0 0 1 501" "$(sed -n 1p seen)"
expect "of 2 to 2000 ps (1000 1980 2 1001)" "0 1999 2 1001" "$(sed -n 2p seen)"
expect "of 10 to 10000 ps" "5016 9901 10 5005" "$(sed -n 3p seen)"
expect "of 1 to 1000 ps with a limit of 1e-15" "503 993 1 501" "$(sed -n 4p seen)"
finish
