#!/usr/bin/env bash
# Versions: stochastic 0.6.0, numpy 1.26.4.
# Expected: PoissonProcess(rate=5).sample(length=1) returns the arrivals of one unit of time: five
# on average, none of them after its end.
# Observed: it returns 0 first, and then arrivals up to the first one after the end. So there are
# two entries too many: seven on average, and each sample has one beyond the length.
# Hurts: traffic of many short intervals. Its load is too high by two packets per interval, the
# packet at the start makes a burst on all sources at once, and intervals overlap.
. "$(dirname "$0")/common.sh"

python_packages stochastic==0.6.0 numpy==1.26.4
python >seen - <<'CODE'
import numpy
from stochastic.processes.continuous import PoissonProcess

process = PoissonProcess(rate=5, rng=numpy.random.default_rng(1))
samples = [process.sample(length=1) for _ in range(20000)]
print(f"{numpy.mean([len(sample) for sample in samples]):.1f}")
print(f"{numpy.mean([((0 < sample) & (sample <= 1)).sum() for sample in samples]):.1f}")
print(sum(sample[0] == 0 for sample in samples), sum((sample > 1).sum() == 1 for sample in samples))
CODE
expect "mean number of entries" "7.0" "$(sed -n 1p seen)"
expect "mean number of arrivals in the interval" "5.0" "$(sed -n 2p seen)"
expect "samples that start with 0, and with one entry after the end" "20000 20000" "$(sed -n 3p seen)"
finish
