#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device cadence_gem of the board xilinx-zynq-a9.
# Expected: the octets of the GEM are counted in 0x100 and 0x150 (bits 31:0) and in 0x104 and 0x154 (bits 47:32). A read
# of a statistics register clears it, and so does network control bit 5. Frames of 64 octets with FCS count at 0x118
# and 0x168, and those of 65 to 127 octets in the next register.
# Observed: the lower bits of both sums are in the register of the upper ones: 1638 octets are 1638 * 2^32. Neither a
# read nor bit 5 clears a register. A frame of 68 octets with FCS counts as one of 64.
# Hurts: drivers add what they read. Their counts grow with each read, and octets are too high by 2^32: a rate of
# terabits per second. Code for the wrap of counters is never tried.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import struct

from qemu_card import Card


class Gem(Card):
    """The card of a board whose processor waits for an interrupt, with 8 descriptors each way."""

    def __init__(self):
        self.start("gem", [
            "qemu-system-arm", "-M", "xilinx-zynq-a9", "-m", "64", "-audiodev", "none,id=none",
            "-device", "loader,addr=0,data=0xeafffffde320f003,data-len=8",
            "-net", "nic,netdev=net,model=cadence_gem,macaddr=02:00:00:00:00:01"])
        self.sent = 0
        for i in range(8):
            last = i == 7
            self.store(0x100000 + 8 * i, struct.pack("<II", 0x120000 + 2048 * i + 2 * last, 0))
            self.store(0x101000 + 8 * i, struct.pack("<II", 0, 0x80000000 + 0x40000000 * last))
        # Buffers of 1536 octets, full duplex, FCS stripped, rings, address 02:00:00:00:00:01, both directions.
        for register, value in ((0x10, 0x180704), (0x04, 0x20102), (0x18, 0x100000), (0x1C, 0x101000),
                                (0x88, 0x02), (0x8C, 0x0100), (0x00, 0x1C)):
            self.set(register, value)

    def get(self, register):
        """Returns a register."""
        return self.read("readl", 0xE000B000 + register)

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0xE000B000 + register, value)

    def transmit(self, frame):
        """Sends a frame of one buffer; returns what is on the wire."""
        self.store(0x110000, frame)
        self.store(0x101000 + 8 * self.sent, struct.pack("<II", 0x110000, 0x8000 + len(frame)))
        self.sent += 1
        self.set(0, 0x21C)
        return self.receive()


card = Gem()
head = bytes.fromhex("0200000000010200000000020800")
print(*(len(card.transmit(head.ljust(size, b"\x55"))) for size in (60, 64, 1514)))
card.send(head.ljust(60, b"\x55"))
for registers in (0x108, 0x158), (0x100, 0x104), (0x150, 0x154), (0x118, 0x11C), (0x108, 0x158):
    print(*map(card.get, registers))
card.set(0, 0x3C)
print(card.get(0x108), card.get(0x158))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "octets of the frames on the wire, without FCS" "60 64 1514" "$(sed -n 1p lines)"
expect "frames sent and received" "3 1" "$(sed -n 2p lines)"
expect "octets sent, bits 31:0 and 47:32 (1638 0)" "0 1638" "$(sed -n 3p lines)"
expect "octets received, bits 31:0 and 47:32 (60 0)" "0 60" "$(sed -n 4p lines)"
expect "sent frames of 64, and of 65 to 127 octets with FCS (1 1)" "2 0" "$(sed -n 5p lines)"
expect "frames sent and received, read again (0 0)" "3 1" "$(sed -n 6p lines)"
expect "after network control bit 5 (0 0)" "3 1" "$(sed -n 7p lines)"
finish
