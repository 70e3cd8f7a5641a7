#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device pcnet.
# Expected: CSR0.BABL is set when the Am79C970A sends a frame longer than Ethernet allows.
# Observed: a frame of 1960 octets is sent, and BABL stays 0, as ERR does.
# Hurts: a driver that builds too long frames passes all tests with QEMU; the code that handles
# BABL never runs.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Pcnet

card = Pcnet()
for frame in (FRAME, FRAME + bytes(1900)):
    print(len(card.transmit(frame)), hex(card.get(0) & 0xC200))
    card.set(0, 0x4240)
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "octets sent; ERR (0x8000), BABL (0x4000), TINT (0x200)" "60 0x200" "$(sed -n 1p lines)"
expect "the same of a frame that is too long" "1960 0x200" "$(sed -n 2p lines)"
finish
