#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device i82559er.
# Expected: the receive unit raises RNR when it leaves the ready state, also by the S bit of a
# descriptor.
# Observed: RNR comes with the EL bit at once, with the S bit only when a later frame is lost.
# Hurts: a driver that uses the S bit is not called to resume the unit, and always loses a frame
# in QEMU before it is.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, I82559

for command in (0x8000, 0x4000):
    card = I82559()
    card.start_receiver(1, command)
    for _ in range(2):
        card.send(FRAME)
        print(hex(card.status() & 0x503C), card.counters()[12])
        card.write("writeb", 0xFE000001, 0xFF)
    card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "EL: FR (0x4000), RNR (0x1000) and state of the unit; lost frames" "0x5008 0" "$(sed -n 1p lines)"
expect "EL, second frame" "0x1008 1" "$(sed -n 2p lines)"
expect "S" "0x4004 0" "$(sed -n 3p lines)"
expect "S, second frame" "0x1004 1" "$(sed -n 4p lines)"
finish
