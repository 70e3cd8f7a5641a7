#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device ftgmac100 of the board palmetto-bmc.
# Expected: a transmit descriptor with INS_VLANTAG inserts a VLAN tag with all 16 bits of VLANTAG_CI.
# Observed: the upper octet of the inserted tag is 0: VLAN 4000 is sent as VLAN 160, VLAN 256 as 0, and each priority as
# 0. A received tag keeps its 16 bits in RXDES1, so both directions of one VLAN differ.
# Hurts: a driver that lets the card insert tags works for VLANs below 256. For other ones its frames go to another
# VLAN, and priorities are lost in all of them.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import struct

from qemu_card import BROADCAST, FRAME, Card


class Ftgmac100(Card):
    """The card of a board whose processor waits for an interrupt, with 8 descriptors each way."""

    def __init__(self):
        self.start_arm("ftgmac100", "palmetto-bmc", 0x40000000)
        self.sent = 0
        for i in range(8):
            last = 0x40000000 * (i == 7)
            self.store(0x40100000 + 16 * i, struct.pack("<IIII", last, 0, 0, 0x40120000 + 2048 * i))
            self.store(0x40101000 + 16 * i, struct.pack("<IIII", last, 0, 0, 0))
        # Rings; both directions, full duplex at 1 Gb/s, broadcasts.
        for register, value in ((0x24, 0x40100000), (0x20, 0x40101000), (0x50, 0x2030F)):
            self.set(register, value)

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0x1E660000 + register, value)

    def transmit(self, tag):
        """Sends a frame with insertion of a tag; returns the tag on the wire."""
        self.store(0x40110000, FRAME)
        self.store(0x40101000 + 16 * self.sent, struct.pack(
            "<IIII", 0xB0000000 | len(FRAME), 0x10000 | tag, 0, 0x40110000))
        self.sent += 1
        self.set(0x18, 1)
        frame = self.receive()
        assert frame[:12] + frame[16:] == FRAME
        return frame[12:16].hex()


card = Ftgmac100()
for tag in 5, 255, 256, 4000, 0xE005:
    print(card.transmit(tag))
card.send(BROADCAST[:12] + bytes.fromhex("8100efa0") + FRAME[12:])
flags, tag = struct.unpack("<II", card.load(0x40100000, 8))
print(flags & 0x3FFF, f"{tag & 0xFFFF:04x}")
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "tag for VLAN 5" "81000005" "$(sed -n 1p lines)"
expect "VLAN 255" "810000ff" "$(sed -n 2p lines)"
expect "VLAN 256 (81000100)" "81000000" "$(sed -n 3p lines)"
expect "VLAN 4000 (81000fa0)" "810000a0" "$(sed -n 4p lines)"
expect "VLAN 5 with priority 7 (8100e005)" "81000005" "$(sed -n 5p lines)"
expect "received frame with the tag efa0: octets with FCS, tag in RXDES1" "68 efa0" "$(sed -n 6p lines)"
finish
