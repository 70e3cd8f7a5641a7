#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device i82559er.
# Expected: a frame that is longer than its receive buffer has a status without OK, with the bit
# for no buffer space (9), and is no good frame.
# Observed: 200 octets in a buffer of 100 have the status C and OK, the count 100, and count as a
# good frame.
# Hurts: a driver that states too small a buffer receives cut frames without an error in QEMU. The
# fault looks like one of the protocols above it.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, I82559

card = I82559()
card.start_receiver(2, 0x8000, size=100)
card.send(FRAME + bytes(140))
status, count = card.descriptor(0)
counters = card.counters()
print(hex(status), count, counters[9], sum(counters) - counters[9])
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "status, octets, good frames, all errors" "0xa002 100 1 0" "$(cat lines)"
finish
