#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device pcnet.
# Expected: a frame continues in as many receive buffers as it needs, while the card owns them.
# Observed: a frame uses three buffers at most. With buffers of 128 octets, 384 octets with FCS are
# received; one octet more is an error with OFLO and BUFF, though the fourth buffer is free.
# Hurts: drivers with small buffers. They lose each long frame in QEMU, and an error of overflow
# points to the driver. MISS and the counter of missed frames stay 0.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import struct

from qemu_card import FRAME, Pcnet

for octets in (380, 381):
    card = Pcnet()
    for i in range(4):
        card.store(0x102000 + 16 * i, struct.pack("<IHHQ", 0x120000 + 2048 * i, 65536 - 128, 0x8000, 0))
    card.send(FRAME + bytes(octets - len(FRAME)))
    words = [struct.unpack("<H", card.load(0x102006 + 16 * i, 2))[0] for i in range(4)]
    print(*[hex(word) for word in words], hex(card.get(0) & 0x1000), card.get(112))
    card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "380 octets and FCS: status of 4 descriptors, MISS, missed frames" "0x200 0x0 0x110 0x8000 0x0 0" \
    "$(sed -n 1p lines)"
expect "381 octets and FCS" "0x200 0x0 0x5400 0x8000 0x0 0" "$(sed -n 2p lines)"
finish
