#!/usr/bin/env bash
# Versions: hyperopt 0.3.0, nevergrad 1.0.12, numpy 2.4.6.
# Expected: values of a search space are between its bounds, and whole numbers of a range are
# equally likely.
# Observed: hp.quniform(1, 100, 32) of hyperopt returns 0, and hp.quniform(53, 100, 53) 106: the
# rounded number is not compared with the bounds. nevergrad draws reals and rounds them, so 1 and 8
# of a Scalar from 1 to 8 are half as likely as the numbers between them.
# Hurts: searches for sizes of FIFOs, bursts and rings. The best parameter is one that the card does
# not have, and the ends of a range, often the best values, are tried too rarely.
. "$(dirname "$0")/common.sh"

python_packages hyperopt==0.3.0 nevergrad==1.0.12 numpy==2.4.6 setuptools==80.9.0
python >seen - <<'CODE'
import collections

import hyperopt
import nevergrad
import numpy
from hyperopt.pyll.stochastic import sample

for bounds in ((1, 100, 32), (53, 100, 53)):
    generator = numpy.random.default_rng(1)
    space = hyperopt.hp.quniform("descriptors", *bounds)
    print(*sorted({int(sample(space, rng=generator)) for _ in range(500)}))
cells = nevergrad.p.Scalar(lower=1, upper=8).set_integer_casting()
cells.random_state.seed(1)
counts = collections.Counter(cells.sample().value for _ in range(14000))
print(*(round(counts[number] / 1000) for number in range(1, 9)), sum(counts.values()))
CODE
expect "quniform from 1 to 100 in steps of 32" "0 32 64 96" "$(sed -n 1p seen)"
expect "quniform from 53 to 100 in steps of 53" "53 106" "$(sed -n 2p seen)"
expect "thousands of draws of 1 to 8 in nevergrad" "1 2 2 2 2 2 2 1 14000" "$(sed -n 3p seen)"
finish
