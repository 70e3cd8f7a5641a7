#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device xgmac of the board highbank.
# Expected: a frame in several buffers is sent whole: the descriptors from First to Last Segment are one frame.
# Observed: it is sent with the length of its last buffer. A header of 54 octets and 1460 octets of data are 1460 octets
# on the wire, and 1460 followed by 54 are 54. All descriptors are returned as sent.
# Hurts: a driver that passes headers and data in two buffers sends frames without their end. TCP works for small
# frames, which have one buffer, and stops with the first full one.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import struct

from qemu_card import Card


class Xgmac(Card):
    """The card of a board whose processor waits for an interrupt."""

    def __init__(self):
        self.start_arm("xgmac", "highbank", 0x1000, ["-m", "128"])

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0xFFF50000 + register, value)

    def transmit(self, sizes):
        """Sends a frame in buffers of these sizes; returns its length on the wire, and descriptors not done."""
        frame = bytes(i % 251 for i in range(sum(sizes)))
        self.store(0x110000, frame)
        at = 0x110000
        ring = b""
        for i, size in enumerate(sizes):
            flags = 0x80000000 | 0x10000000 * (i == 0) | 0x20000000 * (i == len(sizes) - 1)
            ring += struct.pack("<IHHII", flags, size, 0, at, 0) + bytes(16)
            at += size
        self.store(0x101000, ring + bytes(32))
        # Transmit list, transmitter of the MAC, start of the DMA, poll demand.
        for register, value in ((0xF10, 0x101000), (0, 0x8), (0xF18, 0x2000), (0xF04, 1)):
            self.set(register, value)
        sent = self.receive()
        assert sent == frame[:len(sent)]
        return len(sent), sum(self.load(0x101003 + 32 * i, 1)[0] >> 7 for i in range(len(sizes)))


card = Xgmac()
for sizes in (300,), (100, 200), (54, 1460), (1460, 54), (100, 100, 100):
    print(*card.transmit(sizes))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "octets on the wire, and descriptors not done, of 300 octets" "300 0" "$(sed -n 1p lines)"
expect "100 and 200 octets (300 0)" "200 0" "$(sed -n 2p lines)"
expect "54 and 1460 octets (1514 0)" "1460 0" "$(sed -n 3p lines)"
expect "1460 and 54 octets (1514 0)" "54 0" "$(sed -n 4p lines)"
expect "three times 100 octets (300 0)" "100 0" "$(sed -n 5p lines)"
finish
