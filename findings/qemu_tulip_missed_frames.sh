#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: CSR8 counts frames that are lost for want of a descriptor in its lower 16 bits, and can
# only be read.
# Observed: it stays 0 while frames are lost. A write of it changes CSR9, the register of the
# serial ROM and the PHY.
# Hurts: losses of a driver that is too slow are invisible in its statistics. A driver that writes
# CSR8 moves the clock of the PHY.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import FRAME, Tulip

card = Tulip(0x40)
for i in range(7):
    card.send(FRAME[:-1] + bytes([i]))
print(hex(card.get(5) & 0x80), hex(card.get(8) & 0x1FFFF))
card.store(0x101000, bytes.fromhex("00000080"))
card.set(2, 0)
card.send(FRAME[:-1] + b"\x07")
print(hex(card.status(0)), card.load(0x12003B, 1)[0])
card.set(9, 0)
before = card.get(9)
card.set(8, 0x10000)
print(hex(card.get(8) & 0x1FFFF), hex(before), hex(card.get(9)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "CSR5.RU and CSR8 after 7 frames for 4 descriptors" "0x80 0x0" "$(sed -n 1p lines)"
expect "next free descriptor, number of the frame in it" "0x400300 7" "$(sed -n 2p lines)"
expect "CSR8 after a write of 0x10000, CSR9 before and after it" "0x0 0x0 0x10000" "$(sed -n 3p lines)"
finish
