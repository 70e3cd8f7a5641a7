#!/usr/bin/env bash
# Versions: hurst 0.0.5, numpy 2.4.6, pandas 3.1.1.
# Expected: the packets per interval of independent arrivals have a Hurst exponent of 0.5, with
# kind="change", the option for increments.
# Observed: it is 0.99. The option sums the counts and does not subtract their mean, so the trend of
# the sum is taken for long memory. The default, kind="random_walk", gives less than 0.2. With the mean
# subtracted before, the result is near 0.5.
# Hurts: each series of counts looks like the self-similar traffic of Ethernet, whatever its source.
. "$(dirname "$0")/common.sh"

python_packages hurst==0.0.5 numpy==2.4.6 pandas==3.1.1
python -W ignore >lines <<'CODE'
import random

import numpy
from hurst import compute_Hc

source = random.Random(1)
for chance in (0.02, 0.1, 0.5):  # of a packet in each of 100 slots of an interval
    counts = numpy.array([sum(source.random() < chance for _ in range(100)) for _ in range(4096)], float)
    raw = compute_Hc(counts, kind="change")[0]
    walk = compute_Hc(counts, kind="random_walk")[0]
    centred = compute_Hc(counts - counts.mean(), kind="change")[0]
    print(f"{raw:.2f}", 0.1 < walk < 0.2, 0.4 < centred < 0.6)
CODE
expect "for 2 %: kind=change, the default is in 0.1 to 0.2, without mean in 0.4 to 0.6" \
    "0.99 True True" "$(sed -n 1p lines)"
expect "for 10 %" "0.99 True True" "$(sed -n 2p lines)"
expect "for 50 %" "0.99 True True" "$(sed -n 3p lines)"
finish
