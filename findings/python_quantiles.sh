#!/usr/bin/env bash
# Versions: Python 3.11, module statistics.
# Expected: percentiles of statistics.quantiles() are between the shortest and the longest value.
# This holds for numpy with each of its methods.
# Observed: the default method extrapolates if there are fewer values than intervals. Of ten delays
# up to 200 us the 99th percentile is 341.51 us, and of the delays 1 and 100 us the first one is
# -95.03 us. With method="inclusive" both are in the range.
# Hurts: tables of a few runs have a p99 that no packet had, and delays below 0.
. "$(dirname "$0")/common.sh"

need python3
cat >probe.py <<'CODE'
import statistics
import sys

delays = [float(text) for text in sys.argv[3:]]
print(round(statistics.quantiles(delays, n=100, method=sys.argv[1])[int(sys.argv[2]) - 1], 2))
CODE
# percentile METHOD NUMBER DELAY...
percentile() {
    python3 probe.py "$@"
}

ten="5 5 6 7 8 9 30 40 41 200"
expect "ten delays up to 200 us, percentile 50" 8.5 "$(percentile exclusive 50 $ten)"
expect "percentile 99 (at most 200)" 341.51 "$(percentile exclusive 99 $ten)"
expect "percentile 99, inclusive" 185.69 "$(percentile inclusive 99 $ten)"
expect "delays of 1 and 100 us, percentile 1 (at least 1)" -95.03 "$(percentile exclusive 1 1 100)"
expect "percentile 1, inclusive" 1.99 "$(percentile inclusive 1 1 100)"
expect "100 delays of 1 to 100 us, percentile 99" 99.99 "$(percentile exclusive 99 $(seq 100))"
finish
