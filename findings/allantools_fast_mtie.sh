#!/usr/bin/env bash
# Versions: allantools 2024.6, numpy 2.4.6 (PyPI).
# Expected: mtie_phase_fast() returns what mtie() returns, for the intervals that it states, in seconds.
# Observed: the MTIE of an interval of n samples is that of 2n - 1: a clock that drifts by 1 ns per second has 3 ns in 2 s,
# 7 ns in 4 s and 511 ns in 256 s. Intervals are numbers of samples at each rate: with 10 samples per second the first
# one is 1 s. A measurement of 2000 s has no value for 512 s.
# Hurts: a good clock of a card exceeds a mask of ITU-T G.8262 by a factor of two, or a comparison of two programs
# differs by it.
. "$(dirname "$0")/common.sh"

python_packages allantools==2024.6 numpy==2.4.6
cat >mtie.py <<'CODE'
import contextlib
import io
import allantools
import numpy

drift = numpy.arange(2000) * 1e-9  # of the phase in seconds
for rate in (1.0, 10.0):
    exact = allantools.mtie(drift, rate=rate, data_type="phase", taus=numpy.array([1, 2, 4, 8, 256]) / rate)
    with contextlib.redirect_stdout(io.StringIO()):
        fast = allantools.mtie_phase_fast(drift, rate=rate)
    chosen = [0, 1, 2, 3, 8]
    print(*(f"{time:g}s:{1e9 * value:.0f}" for time, value in zip(exact[0], exact[1])))
    print(*(f"{fast[0][i]:g}s:{1e9 * fast[1][i]:.0f}" for i in chosen), "last", fast[0][-1])
CODE
bounded 60 python mtie.py >seen 2>log || changed "allantools fails"
expect "mtie(): interval and MTIE in ns" "1s:1 2s:2 4s:4 8s:8 256s:256" "$(sed -n 1p seen)"
expect "mtie_phase_fast()" "1s:1 2s:3 4s:7 8s:15 256s:511 last 256" "$(sed -n 2p seen)"
expect "mtie() with 10 samples per second" "0.1s:1 0.2s:2 0.4s:4 0.8s:8 25.6s:256" "$(sed -n 3p seen)"
expect "mtie_phase_fast()" "1s:1 2s:3 4s:7 8s:15 256s:511 last 256" "$(sed -n 4p seen)"
finish
