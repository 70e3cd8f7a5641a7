#!/usr/bin/env bash
# Versions: cocotbext-pcie 0.2.16, cocotb 2.1.0.
# Expected: Tlp.check() applies the rules that it has a message for, and a copy of a packet is equal to it.
# Observed: two rules never apply: "length out of range", and that a request to I/O or configuration space
# has a length of 1 and no last byte enables. A copy loses the bit TH of processing hints, and == does
# not compare it. A port copies each packet that it receives.
# Hurts: a design that sends an I/O read of four words passes its test. Hints never arrive, and a
# comparison does not show it.
. "$(dirname "$0")/common.sh"

python_packages cocotbext-pcie==0.2.16 cocotb==2.1.0
python >seen - <<'CODE'
from cocotbext.pcie.core.tlp import Tlp, TlpType


def request(kind, length, octets=0):
    """Returns a request with all byte enables."""
    tlp = Tlp()
    tlp.fmt_type = kind
    tlp.length, tlp.first_be, tlp.last_be, tlp.data = length, 0xF, 0xF, bytearray(octets)
    return tlp


print(request(TlpType.IO_READ, 4).check(), request(TlpType.CFG_WRITE_0, 2, 8).check())
print(request(TlpType.MSG_DATA_LOCAL, 2000, 8000).check())
hinted = request(TlpType.MEM_READ, 4)
hinted.th, hinted.ph = True, 2
copy = Tlp(hinted)
print(hinted.th, copy.th, copy == hinted, copy.pack() == hinted.pack())
CODE
expect "check() of an I/O read of 4 words and a configuration write of 2 (False False)" "True True" \
    "$(sed -n 1p seen)"
expect "check() of a message with 2000 words (False)" True "$(sed -n 2p seen)"
expect "TH, TH of its copy, equality of the packets and of their octets (True True True True)" \
    "True False True False" "$(sed -n 3p seen)"
finish
