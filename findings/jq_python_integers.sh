#!/usr/bin/env bash
# Versions: jq 1.13.0 (PyPI, with jq 1.8), Python 3.11.
# Expected: the Python package returns integers of a JSON file as Python's json does, or as jq prints them.
# Observed: they are rounded to 53 bits, also as text: 9007199254740993 is 9007199254740992, and 2^64 - 1 is 2^64, both
# ints. The program inside compares all digits, and tostring has them: unique returns the same number twice, and a
# selection of a seed returns another one.
# Hurts: seeds and 64-bit counters of results change on their way to Python, and the run of a seed cannot be repeated.
. "$(dirname "$0")/common.sh"

python_packages jq==1.13.0
cat >seeds.py <<'CODE'
import json
import jq

text = "[9007199254740993, 9007199254740992, 18446744073709551615]"
print(*json.loads(text))
print(*jq.compile(".[]").input_text(text).all())
print(jq.compile(".").input_text(text).text())
print(*jq.compile("unique | .[]").input_text(text).all())
print(*jq.compile(".[] | select(. == 9007199254740993)").input_text(text).all())
print(*jq.compile(".[] | tostring").input_text(text).all())
print(*(type(value).__name__ for value in jq.compile(".[]").input_text(text)))
CODE
bounded 60 python seeds.py >seen 2>log || changed "the package fails"
expect "json of Python" "9007199254740993 9007199254740992 18446744073709551615" "$(sed -n 1p seen)"
rounded="9007199254740992 9007199254740992 18446744073709551616"
expect "all()" "$rounded" "$(sed -n 2p seen)"
expect "text()" "[${rounded// /, }]" "$(sed -n 3p seen)"
expect "unique" "$rounded" "$(sed -n 4p seen)"
expect "selection of 9007199254740993" "9007199254740992" "$(sed -n 5p seen)"
expect "tostring" "9007199254740993 9007199254740992 18446744073709551615" "$(sed -n 6p seen)"
expect "types" "int int int" "$(sed -n 7p seen)"
finish
