#!/usr/bin/env bash
# Versions: PyRTL 1.0.3 (PyPI pyrtl).
# Expected: signed_lt(level, 10) compares a signed value with 10, as level < 10 does for an unsigned one.
# Observed: an integer is a constant of its smallest unsigned width, and its first bit, which is always 1, is taken as
# a sign: 10 is 4'b1010, which is -6. Each positive limit is negative, without a message. signed_add and signed_sub
# take the same integers as positive. Const(10, signed=True) is right. ~Const(1) & value is 0 for the same reason.
# Hurts: a limit of credits or of a fill level is never reached, or always. Simulation and hardware agree, so a
# comparison of the two shows nothing.
. "$(dirname "$0")/common.sh"

python_packages pyrtl==1.0.3
cat >compare.py <<'CODE'
import sys

import pyrtl

level = pyrtl.Input(8, "level")
result = pyrtl.Output(name="result")
result <<= eval(sys.argv[1], {"level": level, **vars(pyrtl)})
simulation = pyrtl.Simulation()
values = []
for value in 3, 20, 253:
    simulation.step({"level": value})
    values.append(simulation.inspect("result"))
print(*values)
CODE

expect "3, 20 and 253 < 10" "1 0 0" "$(python compare.py 'level < 10')"
expect "signed_lt(level, 10) for 3, 20 and -3 (1 0 1)" "0 0 0" "$(python compare.py 'signed_lt(level, 10)')"
expect "signed_gt(level, 10) (0 1 0)" "1 1 1" "$(python compare.py 'signed_gt(level, 10)')"
expect "signed_lt(level, 1) (0 0 1)" "0 0 1" "$(python compare.py 'signed_lt(level, 1)')"
expect "signed_lt(level, Const(10, signed=True))" "1 0 1" \
    "$(python compare.py 'signed_lt(level, Const(10, signed=True))')"
expect "signed_add(level, 10) with nine bits" "13 30 7" "$(python compare.py 'signed_add(level, 10)')"
expect "signed_sub(level, 10) with nine bits" "505 10 499" "$(python compare.py 'signed_sub(level, 10)')"
expect "level & ~Const(1) (2 20 252)" "0 0 0" "$(python compare.py 'level & ~Const(1)')"
finish
