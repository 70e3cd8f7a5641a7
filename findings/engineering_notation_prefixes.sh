#!/usr/bin/env bash
# Versions: engineering-notation 0.13.3 (PyPI).
# Expected: a number with an SI prefix has its value with a space or without, and a prefix that is not known is an error.
# Observed: EngNumber ignores what it does not know, without a message: "640 p" is 640, "10µ" with the micro sign is 10,
# and "64K" is 64. "640p", "10u" and "64k" are right. EngUnit takes the rest for a unit: "64K" is 64 of the unit K, and
# "2min" is 0.002 of the unit in. Texts have three digits: 1518 and 1519 are 1.52k.
# Hurts: delays and sizes of data sheets and reports, which have a space and the micro sign, are wrong by 10^6 or 10^12.
. "$(dirname "$0")/common.sh"

python_packages engineering-notation==0.13.3
cat >texts.py <<'CODE'
from engineering_notation import EngNumber, EngUnit

for text in ("640p", "640 p", "10u", "10\u00b5", "10\u03bc", "64k", "64K"):
    print(f"{float(EngNumber(text).number):g}", end=" ")
print()
for text in ("64K", "2min", "10us", "1518 octets"):
    value = EngUnit(text)
    print(f"{float(value.eng_num.number):g} {value.unit.strip()}", end=", ")
print()
print(EngNumber(1518), EngNumber(1518) + 1, EngNumber(1518) + 1 > EngNumber(1518))
CODE
bounded 60 python texts.py >seen 2>log || changed "the package fails"
expect "640p, 640 p, 10u, 10 with U+00B5, 10 with U+03BC, 64k, 64K" "6.4e-10 640 1e-05 10 10 64000 64 " "$(sed -n 1p seen)"
expect "with units: 64K, 2min, 10us, 1518 octets" "64 K, 0.002 in, 1e-05 s, 1518 octets, " "$(sed -n 2p seen)"
expect "text of 1518 and of 1519, and whether it is larger" "1.52k 1.52k True" "$(sed -n 3p seen)"
finish
