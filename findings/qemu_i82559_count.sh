#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device i82559er.
# Expected: the actual count of a receive frame descriptor has EOF (bit 15) and F (bit 14) set once
# the frame is complete.
# Observed: it is the plain number of octets; both flags stay 0.
# Hurts: a driver that waits for F, as the manual describes it, never takes a frame in QEMU. A
# driver that forgets to mask the two bits passes, and reads lengths of 49212 on a card.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, I82559

card = I82559()
card.start_receiver(2, 0x8000)
card.send(FRAME)
print(*[hex(word) for word in card.descriptor(0)])
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "status and actual count of a frame of 60 octets" "0xa002 0x3c" "$(cat lines)"
finish
