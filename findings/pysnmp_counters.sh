#!/usr/bin/env bash
# Versions: pysnmp 7.1.30 (PyPI).
# Expected: counters of SNMP compute like the integers that they compare with, or they wrap in each operation.
# Observed: results have the type and the range of a counter. Eight times a Counter32 is an error from 536 870 912 on, as is
# the difference across a wrap, and a sum of two ports above 4 294 967 295. Only "counter + number" of a Counter32 wraps
# to 0; that of a Counter64 is an error. Fractions are cut: a Counter64 of 7 times 1.5 is 10, and 3 - 1.5 is 1.
# Hurts: a program that computes bits from octets works in tests and ends with an error after 537 MB, and scaled loads
# are whole numbers.
. "$(dirname "$0")/common.sh"

python_packages pysnmp==7.1.30
cat >counters.py <<'CODE'
from pyasn1.type.error import ValueConstraintError
from pysnmp.proto.rfc1902 import Counter32, Counter64, Gauge32


def show(compute):
    """Prints the value of a computation, or that it is out of the range of its type."""
    try:
        print(float(compute()))
    except ValueConstraintError:
        print("ValueConstraintError")


octets = Counter32(536_870_912)
show(lambda: 8 * Counter32(536_870_911))
show(lambda: 8 * octets)
show(lambda: 8 * int(octets))
show(lambda: Counter32(20) - Counter32(4_294_967_286))
show(lambda: sum([Counter32(3_000_000_000), Counter32(3_000_000_000)]))
show(lambda: Counter32(4_294_967_295) + 1)
show(lambda: Counter64(2**64 - 1) + 1)
show(lambda: Counter64(7) * 1.5)
show(lambda: Gauge32(3) - 1.5)
show(lambda: Counter64(7) / 2)
CODE
bounded 60 python counters.py >seen 2>log || changed "pysnmp fails"
# fact LABEL EXPECTED: the next line of the output.
fact() {
    expect "$1" "$2" "$(head -1 rest)"
    sed -i 1d rest
}
cp seen rest
fact "8 * 536870911" 4294967288.0
fact "8 * 536870912 (4294967296.0)" ValueConstraintError
fact "8 * int(536870912)" 4294967296.0
fact "20 - 4294967286 of Counter32 (-4294967266.0 or 30.0)" ValueConstraintError
fact "3000000000 + 3000000000 (6000000000.0 or 1705032704.0)" ValueConstraintError
fact "Counter32 4294967295 + 1" 0.0
fact "Counter64 18446744073709551615 + 1 (0.0)" ValueConstraintError
fact "Counter64 7 * 1.5 (10.5)" 10.0
fact "Gauge32 3 - 1.5 (1.5)" 1.0
fact "Counter64 7 / 2" 3.5
finish
