#!/usr/bin/env bash
# Versions: lifelines 0.30.3 (PyPI lifelines).
# Expected: percentile(0.99) of a fitted model is the 99th percentile of the durations, as in other libraries.
# Observed: it is the first percentile. The argument is the part that survives, as the manual states: percentile(p) is
# the time with S(t) = p. Only the median is equal in both senses.
# Hurts: delays with timeouts are censored values, for which lifelines is made. Their p99 is close to the shortest
# delay, their p1 to the longest one, and both are plausible times.
. "$(dirname "$0")/common.sh"

python_packages lifelines==0.30.3 numpy==2.4.6
cat >delays.py <<'CODE'
import sys

import numpy as np
from lifelines import KaplanMeierFitter

# 1001 delays of 1 to 1001 us; a timeout ends those above 900 us.
delays = np.arange(1, 1002)
model = KaplanMeierFitter().fit(np.minimum(delays, 900), delays <= 900)
print(f"{model.percentile(float(sys.argv[1])):g}")
CODE

expect "percentile(0.5)" 501 "$(python delays.py 0.5 2>log)"
expect "percentile(0.8) (801)" 201 "$(python delays.py 0.8 2>log)"
expect "percentile(0.2) (201)" 801 "$(python delays.py 0.2 2>log)"
expect "percentile(0.99) (not known, as it is above the timeout)" 11 "$(python delays.py 0.99 2>log)"
expect "percentile(0.01) (11)" inf "$(python delays.py 0.01 2>log)"
finish
