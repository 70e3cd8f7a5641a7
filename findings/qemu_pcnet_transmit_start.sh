#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device pcnet.
# Expected: when a frame starts on the cable, the Am79C970A sets TXSTRT, bit 3 of CSR4. Its mask
# TXSTRTM, bit 2, is written by the driver only.
# Observed: the frame sets TXSTRTM, and TXSTRT stays 0.
# Hurts: drivers and tests that wait for TXSTRT. The event never comes, and its interrupt is
# masked after the first frame though the driver has enabled it.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Pcnet

card = Pcnet(features=0x0911)
before = card.get(4)
octets = len(card.transmit(FRAME))
after = card.get(4)
print(octets, hex(before & 0xC), hex(after & 0xC))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "octets sent; TXSTRT (8) and TXSTRTM (4) of CSR4 before and after" "60 0x0 0x4" "$(cat lines)"
finish
