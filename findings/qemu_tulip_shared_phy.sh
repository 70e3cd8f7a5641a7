#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: each card of a machine has a PHY of its own.
# Observed: all cards of this model share the registers of one PHY. What is written to the
# advertisement register of one card is read in the other.
# Hurts: tests with two ports. A driver that restricts or resets one port changes the other, and a
# card keeps the settings of one that was tried before it in the same process.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import Tulip

card = Tulip(options=("-device", "tulip,addr=5,romfile="))
for address, value in ((0x10, 0xD001), (0x04, 7)):
    card.command(f"outl 0xcf8 {0x80002800 + address:#x}")
    card.command(f"outl 0xcfc {value:#x}")


def clock(base, bits, value):
    """Shifts bits to the PHY of the card at , the highest first."""
    for i in reversed(range(bits)):
        data = (value >> i & 1) << 17
        card.write("outl", base + 72, data)
        card.write("outl", base + 72, data | 1 << 16)


def read(base):
    """Returns the lower 15 bits of the advertisement register."""
    clock(base, 32, 0xFFFFFFFF)
    clock(base, 14, 0x1824)
    value = 0
    for _ in range(17):
        card.write("outl", base + 72, 1 << 18)
        card.write("outl", base + 72, 1 << 18 | 1 << 16)
        value = value << 1 | card.read("inl", base + 72) >> 19 & 1
    return hex(value & 0x7FFF)


print(read(0xC000), read(0xD000))
clock(0xC000, 32, 0xFFFFFFFF)
clock(0xC000, 32, 0x5092001F)
print(read(0xC000), read(0xD000))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>warnings
expect "advertisement registers of the first and the second card" "0x501 0x501" "$(sed -n 1p lines)"
expect "after 0x001f is written to that of the first card" "0x51f 0x51f" "$(sed -n 2p lines)"
finish
