#!/usr/bin/env bash
# Versions: cocotbext-ral 0.6.0, systemrdl-compiler 1.33.0 (PyPI).
# Expected: a register model that is read from SystemRDL follows the effect of a write that the field states, or reports
# that it does not support it.
# Observed: only woclr and woset are followed. Fields with wzc, wzs, wot, wclr or wset are plain storage,
# without a message: the model expects the value that was written. A field that hardware sets, such as the interrupt
# of an event, has to keep its old value, too.
# Hurts: a correct card fails at its first interrupt or its first toggled bit, and a card that only stores what is
# written passes.
. "$(dirname "$0")/common.sh"

python_packages cocotbext-ral==0.6.0 systemrdl-compiler==1.33.0
cat >probe.py <<'CODE'
import logging
import sys

from cocotbext.ral.adapters.rdl_loader import load_rdl
from cocotbext.ral.runtime_predictor import RuntimePredictor

logging.disable()
with open("card.rdl", "w") as file:
    file.write("addrmap card { reg { field { sw = rw; hw = w; %s; } value[3:0] = 3; } status @ 0; };" % sys.argv[1])
predictor = RuntimePredictor(load_rdl("card.rdl"))
for value in map(int, sys.argv[2].split()):
    predictor.predict_write(0, value)
for value in map(int, sys.argv[3:]):
    print("passes" if predictor.predict_read(0, value).passed else "fails", end=" ")
CODE

# model PROPERTY WRITTEN READ...: the field has the value 3, then it is written. Prints the result for each value that
# may be read.
model() {
    bounded 30 python probe.py "$@" 2>log | xargs
}

expect "written 5, 1 sets: 7 or 5 is read" "passes fails" "$(model woset 5 7 5)"
expect "1 clears: 2 or 5" "passes fails" "$(model woclr 5 2 5)"
expect "0 clears: 1 or 5 (passes fails)" "fails passes" "$(model "onwrite = wzc" 5 1 5)"
expect "0 sets: 11 or 5 (passes fails)" "fails passes" "$(model "onwrite = wzs" 5 11 5)"
expect "1 toggles: 6 or 5 (passes fails)" "fails passes" "$(model "onwrite = wot" 5 6 5)"
expect "each write clears: 0 or 5 (passes fails)" "fails passes" "$(model "onwrite = wclr" 5 0 5)"
expect "each write sets: 15 or 5 (passes fails)" "fails passes" "$(model "onwrite = wset" 5 15 5)"
expect "interrupt, 3 was acknowledged, then hardware sets 4: 4 or 0 (passes passes)" "fails passes" \
    "$(model "level intr; woclr" 3 4 0)"
finish
