#!/usr/bin/env bash
# Versions: tdigest 0.5.2.2, pytdigest 0.1.4, fastdigest 0.12.0, numpy 2.4.6.
# Expected: percentiles lie between the smallest and the largest value, and do not fall. Of 1000 delays of
# 1 us and one of 100 us, the 99th percentile is 1 us.
# Observed: it is 98.1 us in tdigest and pytdigest, which interpolate over all equal values, and the median
# is 1.1 us. In tdigest the 1st percentile of 5 and 6 is 4.5, below the minimum. fastdigest is right.
# Hurts: delays of clocked hardware, which has few different values: p99 is that of one lost packet, and
# percentiles below the minimum look like a fault of the clock.
. "$(dirname "$0")/common.sh"

python_packages tdigest==0.5.2.2 pytdigest==0.1.4 fastdigest==0.12.0 numpy==2.4.6
python >seen - <<'CODE'
import fastdigest
import numpy
import pytdigest
import tdigest

delays = [1.0] * 1000 + [100.0]
digest = tdigest.TDigest()
for delay in delays:
    digest.update(delay)
print(*(f"{digest.percentile(share):.1f}" for share in (50, 90, 99)))
digest = pytdigest.TDigest.compute(numpy.array(delays))
print(*(f"{digest.inverse_cdf(share / 100):.1f}" for share in (50, 90, 99)))
digest = fastdigest.TDigest.from_values(delays)
print(*(f"{digest.quantile(share / 100):.1f}" for share in (50, 90, 99)))
digest = tdigest.TDigest()
for delay in [5] * 500 + [6] * 500:
    digest.update(delay)
print(*(f"{digest.percentile(share):.2f}" for share in (0, 1, 10, 50)))
CODE
expect "tdigest: 50th, 90th and 99th percentile (1.0 1.0 1.0)" "1.1 80.3 98.1" "$(sed -n 1p seen)"
expect "pytdigest" "1.1 80.3 98.1" "$(sed -n 2p seen)"
expect "fastdigest" "1.0 1.0 1.0" "$(sed -n 3p seen)"
expect "tdigest: percentiles 0, 1, 10 and 50 of 5 and 6 (5 5 5 5.5)" "5.00 4.52 4.70 5.50" "$(sed -n 4p seen)"
finish
