#!/usr/bin/env bash
# Versions: hdrhistogram 7.6.0 (Rust).
# Expected: a counter type that is too small is an error, or changes percentiles a little.
# Observed: Histogram<u16> records 200 000 delays of 7 us without an error. The counter stops at 65 535, and
# len() is 200 000, so that the mean is 2.3, the 25th percentile 7 and the median 0, all values being 7.
# Hurts: histograms of clocked hardware, where one delay is the most frequent by far. Small counters are
# chosen to save memory.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use hdrhistogram::Histogram;

fn main() {
    let mut delays = Histogram::<u16>::new(3).unwrap();
    let errors = (0..200_000).filter(|_| delays.record(7).is_err()).count();
    println!("{} {} {}", errors, delays.len(), delays.count_at(7));
    println!("{} {} {}", delays.min(), delays.max(), delays.mean());
    println!("{} {} {}", delays.value_at_quantile(0.25), delays.value_at_quantile(0.5), delays.value_at_quantile(0.99));
}
CODE
rust_program hdrhistogram=7.6.0
bounded 30 probe >seen
expect "errors, len(), counter (200000 in one of them)" "0 200000 65535" "$(sed -n 1p seen)"
expect "minimum, maximum, mean (7 7 7)" "7 7 2.293725" "$(sed -n 2p seen)"
expect "25th, 50th and 99th percentile (7 7 7)" "7 0 0" "$(sed -n 3p seen)"
finish
