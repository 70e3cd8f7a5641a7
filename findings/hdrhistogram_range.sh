#!/usr/bin/env bash
# Versions: hdrhistogram 0.10.8 (Python).
# Expected: a value above the highest trackable one raises an error, as in the Java original, or
# counts in the last bucket. The maximum is at most the largest value recorded.
# Observed: record_value() returns False and leaves the value out: counts, mean and percentiles
# lack it. Where the limit lies depends on the number of digits: with 1 to 1 000 000 and three
# digits it is 1 048 575. The maximum of a single 1 000 000 is reported as 1 000 447.
# Who is hurt: whoever records latencies with a limit chosen too low: the worst ones vanish from
# p99.9 and from the maximum without a message, which is what the histogram is there to show.
. "$(dirname "$0")/common.sh"

python_packages hdrhistogram==0.10.8
cat >probe.py <<'CODE'
from hdrh.histogram import HdrHistogram

histogram = HdrHistogram(1, 1000000, 3)
for _ in range(98):
    histogram.record_value(100)
print(histogram.record_value(1048575), histogram.record_value(1048576), histogram.record_value(9000000))
print(histogram.get_total_count(), histogram.get_max_value())
histogram = HdrHistogram(1, 1000000, 3)
histogram.record_value(1000000)
print(histogram.get_max_value())
CODE
bounded 60 python probe.py >facts
expect "accepted: 1048575, 1048576, 9000000" "True False False" "$(sed -n 1p facts)"
expect "count and maximum of 101 values" "99 1048575" "$(sed -n 2p facts)"
expect "maximum of a single 1000000" 1000447 "$(sed -n 3p facts)"
finish
