#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-ppc 1:7.2+dfsg-7+deb12u18+b3), device sungem in the machine g3beige.
# Expected: after the receive ring was full, the card goes on when the driver writes RX kick (4100h) with new buffers.
# Frames that came in between wait in its FIFO, as far as it holds them.
# Observed: it does not go on, also for new frames. A write of the MAC's RX configuration (6034h), with the value that it
# has, starts it; then all frames that came in between are received.
# Hurts: a driver that once has no free buffer gets no frame any more, and looks at fault. If it writes the
# configuration for another cause, delays of seconds appear.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-ppc
cat >probe.py <<'CODE'
import struct
import time

from qemu_card import FRAME, Sungem


class Ring(Sungem):
    """The card with a receive ring of 32 descriptors."""

    def __init__(self):
        super().__init__()
        for i in range(32):
            self.store(0x100000 + 16 * i, struct.pack("<QQ", 0x87F8 << 48, 0x120000 + 2048 * i))
        # Ring at 100000h, longest frame, DMA enabled, four descriptors, MAC enabled with all frames.
        for register, value in ((0x4004, 0x100000), (0x4008, 0), (0x6054, 0x7FF), (0x4000, 1), (0x4100, 4), (0x6034, 9)):
            self.set(register, value)
        self.count = 0

    def send_numbered(self, count):
        """Sends frames whose last octet is a number; returns RX completion, the index of the next descriptor."""
        for _ in range(count):
            self.count += 1
            self.send(FRAME[:-1] + bytes([self.count]))
        return self.get(0x4104)


card = Ring()
print(card.send_numbered(6))
card.set(0x4100, 16)
time.sleep(1)
print(card.get(0x4104), card.send_numbered(2))
card.set(0x6034, card.get(0x6034))
time.sleep(1)
print(card.get(0x4104), *(card.load(0x120000 + 2048 * i + 59, 1)[0] for i in range(8)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "six frames for four descriptors, one of which stays free: received" 3 "$(sed -n 1p lines)"
expect "after RX kick with twelve more, and after two more frames (6 8)" "3 3" "$(sed -n 2p lines)"
expect "after a write of RX configuration, and the numbers of the frames" "8 1 2 3 4 5 6 7 8" \
    "$(sed -n 3p lines)"
finish
