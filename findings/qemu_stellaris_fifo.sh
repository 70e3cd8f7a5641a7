#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device stellaris_enet of the board lm3s6965evb.
# Expected: the receive FIFO of the LM3S6965 has 2 KB: one frame of 1514 octets. A second one that finds no space sets
# FOV. Without AMUL and PRMS the MAC receives its address and broadcasts. The last four octets of a frame are its FCS.
# Observed: the FIFO has 31 places of 2 KB: 31 frames of 1514 octets, 47 KB, are read whole, and further ones wait.
# FOV stays 0. Frames for other stations and groups are received, and the FCS is not that of the frame.
# Hurts: a driver on a chip loses the second of two full frames that are not read at once. Here nothing is ever lost:
# its latency looks harmless, and its code for an overrun and for filters never runs.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import time

from qemu_card import Card, fcs


class Stellaris(Card):
    """The card of a board whose processor waits for an interrupt; the receiver is enabled."""

    def __init__(self):
        open("wait.bin", "wb").write(bytes.fromhex("00000120 09000000 30bf fde7"))
        self.start("stellaris", [
            "qemu-system-arm", "-M", "lm3s6965evb", "-kernel", "wait.bin",
            "-net", "nic,netdev=net,model=stellaris,macaddr=02:00:00:00:00:01"])
        for value in 0x10, 0x09:  # an empty FIFO, then reception without frames with a wrong FCS
            self.write("writel", 0x40048008, value)

    def get(self, register):
        """Returns a register."""
        return self.read("readl", 0x40048000 + register)

    def next_frame(self):
        """Reads a frame with its FCS from the FIFO; the first two octets are the number of all octets."""
        data = self.get(0x10).to_bytes(4, "little")
        while len(data) < int.from_bytes(data[:2], "little"):
            data += self.get(0x10).to_bytes(4, "little")
        return data[2:int.from_bytes(data[:2], "little")]


def frame(address, size):
    """Returns a frame for an address."""
    return bytes.fromhex(address + "0200000000020800").ljust(size, b"\x55")


card = Stellaris()
for address in "020000000001", "ffffffffffff", "020000000009", "01005e000001":
    card.send(frame(address, 60))
    data = card.next_frame() if card.get(0x34) else b"".ljust(64)
    print(data[:-4] == frame(address, 60), data[-4:] == fcs(data[:-4]))
full = frame("020000000001", 1514)
for _ in range(40):
    card.wire.sendto(full, card.card)
time.sleep(1)
print(card.get(0x34), card.get(0) >> 3 & 1)
whole = 0
while card.get(0x34):
    whole += card.next_frame()[:-4] == full
    time.sleep(0.02)
print(whole, card.get(0) >> 3 & 1)
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "a frame for the card is received, FCS right (True True)" "True False" "$(sed -n 1p lines)"
expect "a broadcast (True True)" "True False" "$(sed -n 2p lines)"
expect "another station (False False)" "True False" "$(sed -n 3p lines)"
expect "a group without AMUL (False False)" "True False" "$(sed -n 4p lines)"
expect "frames in the FIFO, and FOV, after 40 frames of 1514 octets (1 1)" "31 0" "$(sed -n 5p lines)"
expect "frames read whole, and FOV (1 1)" "40 0" "$(sed -n 6p lines)"
finish
