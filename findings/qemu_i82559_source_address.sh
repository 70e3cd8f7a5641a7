#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device i82559er.
# Expected: with NSAI = 0 in the configuration the 82559 writes its own address in each frame that
# it sends; with Broadcast Disable = 1 it drops broadcasts.
# Observed: both bits have no effect. The frame leaves with the source address of the buffer, and
# the broadcast is received.
# Hurts: drivers that rely on the card for these bits. Frames of a tried driver have the address
# 00:00:00:00:00:00 in QEMU, and a switch learns it for all hosts.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct

from qemu_card import FRAME, I82559

card = I82559()
configuration = bytearray.fromhex("16080000000032070100260061 00f2ca0040f2803f05")
card.store(0x140000, struct.pack("<HHI", 0, 0x8002, 0x140000) + configuration)
card.execute(0x10, 0x140000)
print(hex(struct.unpack("<H", card.load(0x140000, 2))[0]))
frame = FRAME[:6] + bytes(6) + FRAME[12:]
card.store(0x110000, struct.pack("<HHIIHBB", 0, 0x8004, 0, 0xFFFFFFFF, 0x8000 + len(frame), 1, 0) + frame)
card.execute(0x10, 0x110000)
print(card.receive()[6:12].hex())
card.start_receiver(2, 0x8000)
card.send(FRAME)
print(*[hex(word) for word in card.descriptor(0)])
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "status of the configure command" 0xa000 "$(sed -n 1p lines)"
expect "source address of a frame on the wire" 000000000000 "$(sed -n 2p lines)"
expect "status and count of a broadcast" "0xa002 0x3c" "$(sed -n 3p lines)"
finish
