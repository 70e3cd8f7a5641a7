#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-misc 1:7.2+dfsg-7+deb12u18+b3), device open_eth of the board or1k-sim.
# Expected: of the Ethernet MAC of OpenCores, PAD of MODER pads sent frames to MINFL, which includes the FCS. Without
# HUGEN a received frame that is longer than MAXFL is cut, and TL marks it; with HUGEN it is whole and not marked. A
# frame below MINFL is dropped without RECSMALL.
# Observed: PAD of MODER pads received frames, and not sent ones. PAD of a descriptor pads to MINFL without FCS. TL is
# set with HUGEN only: a frame that was cut looks good. Short frames are received.
# Hurts: a driver that sets MODER as the manual says sends frames of 14 octets, and one with PAD in its descriptors 68
# octets with FCS. Cut frames are passed on as good ones, and whole ones are dropped.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-misc
cat >probe.py <<'CODE'
from qemu_card import BROADCAST, FRAME, Card

REGISTERS, PAD, HUGEN = 0x92000000, 0x8000, 0x4000


class OpenEth(Card):
    """The card of a board whose processor executes a jump to itself, with one descriptor each way."""

    def __init__(self):
        self.start("open_eth", [
            "qemu-system-or1k", "-M", "or1k-sim", "-m", "32",
            "-net", "nic,netdev=net,model=open_eth,macaddr=02:00:00:00:00:01"])

    def set(self, *pairs):
        """Sets registers."""
        for register, value in pairs:
            self.write("writel", REGISTERS + register, value)

    def transmit(self, mode, flags):
        """Sends 14 octets with bits of MODER and of the descriptor; returns the octets on the wire without FCS."""
        self.store(0x100000, BROADCAST)
        self.set((0, 0), (0x18, 64 << 16 | 1518), (0x404, 0x100000), (0x400, 14 << 16 | 0xA000 | flags),
                 (0, 0x2002 | mode))
        return len(self.receive())

    def next_frame(self, frame, mode, limits):
        """Sends a frame to the card; returns the length in the descriptor, and TL."""
        self.set((0, 0), (0x18, limits), (0x604, 0x110000), (0x600, 0xA000), (0, 0x2001 | mode))
        self.send(frame)
        word = self.read("readl", REGISTERS + 0x600)
        return word >> 16, word >> 3 & 1


card = OpenEth()
print(card.transmit(0, 0), card.transmit(PAD, 0), card.transmit(0, 0x1000))
print(*card.next_frame(FRAME, 0, 100 << 16 | 1518))
print(*card.next_frame(FRAME, PAD, 100 << 16 | 1518))
print(*card.next_frame(FRAME.ljust(1514, b"\x55"), 0, 64 << 16 | 1000))
print(*card.next_frame(FRAME.ljust(1514, b"\x55"), HUGEN, 64 << 16 | 1000))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "14 octets: sent without PAD, with PAD of MODER, with PAD of the descriptor (14 60 60)" "14 14 64" \
    "$(sed -n 1p lines)"
expect "64 octets with FCS and MINFL 100: length and TL (not received)" "64 0" "$(sed -n 2p lines)"
expect "the same with PAD of MODER (not received)" "100 0" "$(sed -n 3p lines)"
expect "1518 octets with FCS and MAXFL 1000 (1000 1)" "1000 0" "$(sed -n 4p lines)"
expect "the same with HUGEN (1518 0)" "1518 1" "$(sed -n 5p lines)"
finish
