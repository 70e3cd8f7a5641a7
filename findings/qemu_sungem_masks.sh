#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-ppc 1:7.2+dfsg-7+deb12u18+b3), device sungem in the machine g3beige.
# Expected: a set bit of the masks of the MAC (TX 6020h, RX 6024h, control 6028h) suppresses an event. Bits 14 to 16 of
# the interrupt status report events that are not masked; bit 0 of TX status (6010h) is a sent frame.
# Observed: the two registers of each comparison are exchanged. A mask of all ones raises the interrupt of its unit
# though no event occurred, and a mask of 0 clears it. A sent frame sets no bit of TX status.
# Hurts: a driver that masks all events of the MAC gets an interrupt without a cause in each of its three units. One
# that enables them gets none, so its code for them never runs.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-ppc
cat >probe.py <<'CODE'
import struct

from qemu_card import FRAME, Sungem


card = Sungem()
for masks in (0, 0, 0), (0xFFFF, 0, 0), (0, 0xFFFF, 0), (0, 0, 0xFFFF), (0xFFFF, 0xFFFF, 0xFFFF):
    for register, mask in zip((0x6020, 0x6024, 0x6028), masks):
        card.set(register, mask)
    print(f"{card.get(0x1C) & 0x1FFFF:#x}")
for register in 0x6020, 0x6024, 0x6028:
    card.set(register, 0)
card.store(0x110000, FRAME)
card.store(0x100000, struct.pack("<QQ", 0xC0000000 | len(FRAME), 0x110000))
# Transmit ring of 32 descriptors at 100000h, DMA and MAC enabled, one descriptor.
for register, value in (0x2008, 0x100000), (0x200C, 0), (0x2004, 1), (0x6030, 1), (0x2000, 1):
    card.set(register, value)
print(len(card.receive()), card.get(0x6010), f"{card.get(0x1C) & 0x1C000:#x}")
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "interrupt status without a mask" "0x0" "$(sed -n 1p lines)"
expect "all transmit events masked (0x0)" "0x4000" "$(sed -n 2p lines)"
expect "all receive events masked (0x0)" "0x8000" "$(sed -n 3p lines)"
expect "all control events masked (0x0)" "0x10000" "$(sed -n 4p lines)"
expect "all events masked (0x0)" "0x1c000" "$(sed -n 5p lines)"
expect "octets sent, TX status, and interrupt status without a mask (60 1 0x4000)" "60 0 0x0" "$(sed -n 6p lines)"
finish
