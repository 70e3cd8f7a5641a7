#!/usr/bin/env bash
# Versions: cocotb 2.1.0.
# Expected: a weak level, such as H of a pull-up resistor in VHDL, is either the level 1 in all
# operations of cocotb's types or in none.
# Observed: int(), bool() and the operators & and | read H as 1 and L as 0, and the array "HH" is
# equal to 3. A single H is not equal to 1, and L is not equal to 0.
# Hurts: benches for buses with pull-ups. `if ready.value` is true and `if ready.value == 1` is
# false for the same level, so a check of an idle bus fails or never runs.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0
python >seen - <<'CODE'
from cocotb.types import Logic, LogicArray

for level, number in (("H", 1), ("L", 0)):
    value = Logic(level)
    print(level, int(value), bool(value), value & Logic(1), value == number, value == Logic(number))
print(LogicArray("HH").to_unsigned(), LogicArray("HH").is_resolvable, LogicArray("HH") == 3)
CODE
expect "level, int, bool, and with 1, equal to the number, equal to the level" "H 1 True 1 False False" \
    "$(sed -n 1p seen)"
expect "the same of L" "L 0 False 0 False False" "$(sed -n 2p seen)"
expect "HH as a number, is_resolvable, equal to 3" "3 True True" "$(sed -n 3p seen)"
finish
