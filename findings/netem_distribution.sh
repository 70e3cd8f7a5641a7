#!/usr/bin/env bash
# Versions: iproute2 6.1.0 (Debian 6.1.0-3), the tables that tc gives to the netem of the kernel.
# Expected: "delay 100ms 20ms distribution pareto" has the mean 100 ms and the standard deviation 20 ms with
# each distribution, and a normal distribution is symmetric. The manual page calls the numbers delay and
# jitter.
# Observed: the tables are in units of 1/8192 of the jitter, and values beyond 4 of them are cut off. Pareto has a
# standard deviation of 0.82, paretonormal of 0.83, and no delay is above 4. Of the normal
# distribution the lowest value is -4.0 and the highest 3.52. Half of the delays of pareto are below
# the mean by at least 0.32.
# Hurts: comparisons of a measured jitter with the set one: 20 ms are 16.4 ms. A tail of pareto ends at
# 180 ms, so a timeout of 200 ms never expires.
. "$(dirname "$0")/common.sh"

debian_packages iproute2=6.1.0-3
cat >table.py <<'CODE'
import statistics
import sys

values = [int(word) / 8192 for line in open(sys.argv[1]) if line[0] != "#" for word in line.split()]
print(
    len(values),
    *(f"{number:.2f}" for number in (statistics.mean(values), statistics.pstdev(values))),
    *(f"{number:.2f}" for number in (min(values), statistics.median(values), max(values))),
)
CODE
for name in normal pareto paretonormal; do
    python3 table.py "$ROOT/usr/lib/x86_64-linux-gnu/tc/$name.dist"
done >seen
expect "normal: entries, mean (0), deviation (1), minimum, median and maximum" \
    "4096 -0.00 1.00 -4.00 -0.00 3.52" "$(sed -n 1p seen)"
expect "pareto: the same (mean 0, deviation 1)" "4096 -0.03 0.82 -0.67 -0.32 4.00" "$(sed -n 2p seen)"
expect "paretonormal" "4096 -0.03 0.83 -1.50 -0.24 3.88" "$(sed -n 3p seen)"
finish
