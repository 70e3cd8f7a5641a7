#!/usr/bin/env bash
# Versions: tsdownsample 0.1.5.1, numpy 2.4.6.
# Expected: MinMaxDownsampler returns the number of points that it is asked for if samples are
# equally spaced, and keeps each peak: it takes the least and the greatest value of each bin.
# Observed: bins are computed with floats of the times. Nanoseconds since 1970 are then multiples of
# 256: for 2000 samples each 10 ns, 78 of 100 points are returned, and a peak in one of the last
# three samples is lost. With times from 0 all is as expected. M4Downsampler loses the same peaks.
# Hurts: plots of recordings of fast links, which this library makes for plotly. The fill level at
# which a FIFO overflowed, and the recording ended, is not in the picture.
. "$(dirname "$0")/common.sh"

python_packages tsdownsample==0.1.5.1 numpy==2.4.6
python >seen - <<'CODE'
import numpy
from tsdownsample import M4Downsampler, MinMaxDownsampler

steps = numpy.arange(2000) * 10
for start in (0, 1767225600 * 10**9):
    times = (steps + start).view("datetime64[ns]")
    points = MinMaxDownsampler().downsample(times, numpy.sin(steps), n_out=100)
    lost = {}
    for method in (MinMaxDownsampler, M4Downsampler):
        lost[method] = []
        for place in range(2000):
            level = numpy.zeros(2000)
            level[place] = 64
            if place not in method().downsample(times, level, n_out=100):
                lost[method].append(place)
    print(len(points), *lost[MinMaxDownsampler], "/", *lost[M4Downsampler])
CODE
expect "times from 0: points and lost peaks" "100 /" "$(sed -n 1p seen)"
expect "times in 2026: points and lost peaks" "78 1997 1998 1999 / 1997 1998 1999" "$(sed -n 2p seen)"
finish
