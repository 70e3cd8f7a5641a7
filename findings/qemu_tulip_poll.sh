#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: with CSR0.TAP = 1 the 21143 reads its transmit descriptor every 200 us, and sends the
# frame without a write of CSR1.
# Observed: the frame is not sent until CSR1 is written.
# Hurts: drivers that use automatic polling in order to save a PCI access per frame send nothing in
# QEMU, and the reason is not visible in any register.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct

from qemu_card import FRAME, Tulip

card = Tulip()
card.set(0, 1 << 17)
card.store(0x110000, FRAME)
card.store(0x102000, struct.pack("<IIII", 0x80000000, 0x60000000 | len(FRAME), 0x110000, 0) + bytes(16))
print(len(card.receive()), hex(card.get(0)), hex(card.status(0x100)))
card.set(1, 1)
print(len(card.receive()), hex(card.status(0x100)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "octets sent in 2 s, CSR0, first word of the descriptor" "0 0x20000 0x80000000" "$(sed -n 1p lines)"
expect "octets sent and first word after CSR1 is written" "60 0x0" "$(sed -n 2p lines)"
finish
