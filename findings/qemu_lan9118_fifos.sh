#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device lan9118 of the board vexpress-a9.
# Expected: TX_FIF_SZ of HW_CFG divides 16 KB: 5 gives 4608 octets to transmit data and 10560 to received data, 2 gives
# 1536 and 13440. TDFREE of TX_FIFO_INF is the free space in octets. RX_DROP counts the frames that find no space, and
# each of them sets RXDF_INT.
# Observed: the sizes are always 4608 and 10560, and of TX_FIF_SZ the lower two bits are stored: 5 reads as 1. TDFREE
# falls by 1 for each word of four octets. RX_DROP and RXDF_INT stay 0.
# Hurts: a driver never meets a full transmit FIFO, the best division of the memory cannot be found, and losses of a
# slow driver are invisible.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
from qemu_card import FRAME, Card


class Lan9118(Card):
    """The card of a board whose processor waits for an interrupt."""

    def __init__(self):
        self.start_arm("lan9118", "vexpress-a9", 0x60000000, ["-m", "64", "-audiodev", "none,id=none"])

    def get(self, register):
        """Returns a register."""
        return self.read("readl", 0x4E000000 + register)

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0x4E000000 + register, value)

    def enable(self, size):
        """Sets TX_FIF_SZ, then empties the FIFOs and enables both directions; returns TX_FIF_SZ and TDFREE."""
        # MAC_CR through the two registers for access to the MAC: promiscuous, both directions.
        for register, value in ((0x74, 0x100000 | size << 16), (0x6C, 0x8000), (0x70, 0xC002), (0xA8, 0x4000C),
                                (0xA4, 0x80000001)):
            self.set(register, value)
        return self.get(0x74) >> 16 & 15, self.get(0x80) & 0xFFFF

    def fill(self):
        """Sends ten frames to the card; returns how many it holds, RX_DROP and RXDF_INT."""
        self.set(0x58, 0xFFFFFFFF)
        for _ in range(10):
            self.send(FRAME.ljust(1514, b"\x55"))
        return self.get(0x7C) >> 16, self.get(0xA0), self.get(0x58) >> 6 & 1


card = Lan9118()
print(*card.enable(5))
card.set(0x20, 0x3000 | 400)  # one buffer of 400 octets
card.set(0x20, 400)
for _ in range(50):
    card.set(0x20, 0x55555555)
print(card.get(0x80) & 0xFFFF)
for _ in range(50):
    card.set(0x20, 0x55555555)
print(len(card.receive()), card.get(0x80) & 0xFFFF)
print(*card.fill())
print(*card.enable(2))
print(*card.fill())
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "TX_FIF_SZ and TDFREE (5 4608)" "1 4608" "$(sed -n 1p lines)"
expect "TDFREE with two commands and 200 octets of a frame in the FIFO (4400)" 4556 "$(sed -n 2p lines)"
expect "octets sent, and TDFREE" "400 4608" "$(sed -n 3p lines)"
expect "ten frames of 1514: frames in the FIFO, RX_DROP, RXDF_INT (6 4 1)" "6 0 0" "$(sed -n 4p lines)"
expect "TX_FIF_SZ and TDFREE (2 1536)" "2 4608" "$(sed -n 5p lines)"
expect "ten frames of 1514 (8 2 1)" "6 0 0" "$(sed -n 6p lines)"
finish
