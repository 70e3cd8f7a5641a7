#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device imx.fec of the board imx25-pdk.
# Expected: the last receive buffer of a frame states the length of the whole frame with FCS, and the other ones that
# of a buffer. Without promiscuous mode and hash table the FEC receives its address and broadcasts. BC and MC mark
# broadcasts and multicasts. The last four octets are the FCS.
# Observed: the last buffer states its own octets: 304 octets in buffers of 128 are 128, 128 and 48. Each frame is
# received, BC and MC stay 0, and the FCS is not that of the frame.
# Hurts: a driver for the FEC takes a frame of three buffers for one of 48 octets. One that adds the lengths works here,
# and on a chip its frames are too long. An address or table that is never set is not noticed.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import struct

from qemu_card import Card, fcs


class Fec(Card):
    """The card of a board whose processor waits for an interrupt, with 16 receive buffers of 128 octets."""

    def __init__(self):
        self.start_arm("imx.fec", "imx25-pdk", 0x80000000)
        self.next = 0
        for i in range(16):
            self.store(0x80100000 + 8 * i, struct.pack(
                "<HHI", 0, 0x8000 | 0x2000 * (i == 15), 0x80120000 + 128 * i))
        # Buffer size, ring, MII without promiscuous mode, enabled, receive.
        for register, value in (0x188, 128), (0x180, 0x80100000), (0x84, 0x05EE0004), (0x24, 2), (0x10, 1 << 24):
            self.write("writel", 0x50038000 + register, value)

    def next_frame(self, address, size):
        """Sends a frame to the card; returns the lengths, BC and MC, and if the octets and the FCS are right."""
        frame = bytes.fromhex(address + "0200000000020800").ljust(size, b"\x55")
        self.send(frame)
        lengths, data, flags = [], b"", 0
        while not flags & 0x0800:
            length, flags, at = struct.unpack("<HHI", self.load(0x80100000 + 8 * self.next, 8))
            if flags & 0x8000:
                return "not received"
            lengths.append(length)
            data += self.load(at, 128)
            self.next += 1
        octets = data[:size] == frame, data[size:size + 4] == fcs(frame)
        return *lengths, flags >> 7 & 1, flags >> 6 & 1, *octets


card = Fec()
for address, size in ("020000000001", 300), ("020000000009", 100), ("ffffffffffff", 100), ("01005e000001", 100):
    print(*card.next_frame(address, size))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "lengths, BC, MC, octets right, FCS right (128 128 304 0 0 True True)" "128 128 48 0 0 True False" \
    "$(sed -n 1p lines)"
expect "another station (not received)" "104 0 0 True False" "$(sed -n 2p lines)"
expect "a broadcast (104 1 0 True True)" "104 0 0 True False" "$(sed -n 3p lines)"
expect "a group that is not in the table (not received)" "104 0 0 True False" "$(sed -n 4p lines)"
finish
