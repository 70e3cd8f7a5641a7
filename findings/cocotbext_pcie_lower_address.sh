#!/usr/bin/env bash
# Versions: cocotbext-pcie 0.2.16, cocotb 2.1.0.
# Expected: Tlp.get_lower_address returns the field Lower Address of a completion: bits 6 to 2 of the
# address of the request, and the offset of its first enabled octet.
# Observed: the offset is lost, except where it repeats bits of the address. A read of 0x1003 gives
# 0 instead of 3: the sum is formed before the bits are selected.
# Hurts: a completer that is written with this function answers each unaligned read with a wrong
# field. The requester takes the wrong octets, or drops the completion as malformed.
. "$(dirname "$0")/common.sh"

python_packages cocotbext-pcie==0.2.16 cocotb==2.1.0
python >seen - <<'CODE'
from cocotbext.pcie.core.tlp import Tlp, TlpType

for address in range(0x1000, 0x1008):
    request = Tlp()
    request.fmt_type = TlpType.MEM_READ
    request.set_addr_be(address, 4)
    print(address & 0x7F, request.get_first_be_offset(), request.get_lower_address())
CODE
expect "lower bits of the address" "0 1 2 3 4 5 6 7" "$(cut -d' ' -f1 seen | paste -sd' ')"
expect "offset of the first octet" "0 1 2 3 0 1 2 3" "$(cut -d' ' -f2 seen | paste -sd' ')"
expect "get_lower_address" "0 0 0 0 4 4 4 4" "$(cut -d' ' -f3 seen | paste -sd' ')"
finish
