#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-ppc 1:7.2+dfsg-7+deb12u18+b3), device eTSEC of the machine ppce500.
# Expected: LG of a receive descriptor marks a frame that is longer than MAXFRM. F marks the first buffer of a frame, and
# L the last one; a frame in one buffer has both. Frames for other stations are dropped without RCTRL.PROM.
# Observed: LG is also set if the length is MAXFRM: with 1518 each full frame is too long. A frame in one buffer has L
# and not F; one in three buffers has both. The address is not compared.
# Hurts: a driver that counts or drops frames with LG loses all bulk data, and one that looks for F loses all frames that
# fit in a buffer. One that never writes its address works, and on a chip receives broadcasts only.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-ppc
cat >probe.py <<'CODE'
import os
import struct

from qemu_card import Card

REGISTERS, RING, BUFFERS = 0xF00000000, 0x200000, 0x210000


class Etsec(Card):
    """The card of a machine whose processor executes a loop, with 16 receive buffers."""

    def __init__(self):
        loop = bytes.fromhex("48000000") * 64
        open("loop.elf", "wb").write(
            struct.pack(">16s2H5I6H", b"\x7fELF\1\2\1", 2, 20, 1, 0x100000, 52, 0, 0, 52, 32, 1, 0, 0, 0)
            + struct.pack(">8I", 1, 84, 0x100000, 0x100000, len(loop), len(loop), 7, 4) + loop)
        self.start("eTSEC", [
            "qemu-system-ppc", "-L", os.environ["QEMU_ROOT"] + "/usr/share/qemu", "-M", "ppce500", "-m", "64",
            "-bios", "loop.elf", "-device", "eTSEC,netdev=net,mac=02:00:00:00:00:01"])
        self.next = 0
        for i in range(16):
            self.store(RING + 8 * i, struct.pack(">HHI", 0x8000 | 0x2000 * (i == 15), 0, BUFFERS + 2048 * i))
        # MAXFRM, the buffer size, the ring, the address, and the receiver enabled without promiscuous mode.
        for register, value in ((0x510, 1518), (0x340, 1536), (0x404, RING), (0x540, 0x01000000),
                                (0x544, 0x00020000), (0x300, 0), (0x500, 4)):
            self.set(register, value)

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", REGISTERS + register, value)

    def next_frame(self, size, address="020000000001"):
        """Sends a frame to the card; returns the length and the names of the flags in each of its buffers."""
        self.send(bytes.fromhex(address + "0200000000020800").ljust(size, b"\x55"))
        names, flags = [], 0
        while not flags & 0x0800:
            flags, length, _ = struct.unpack(">HHI", self.load(RING + 8 * self.next, 8))
            if flags & 0x8000:
                return "not received"
            names.append(str(length) + "".join(
                name for bit, name in ((0x400, " F"), (0x800, " L"), (0x20, " LG")) if flags & bit))
            self.next += 1
        return ", ".join(names)


card = Etsec()
for frame in (1513,), (1514,), (1515,), (60, "020000000009"):
    print(card.next_frame(*frame))
card.set(0x340, 512)
print(card.next_frame(1200))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "1517 octets with FCS and MAXFRM 1518: length and flags (1517 F L)" "1517 L" "$(sed -n 1p lines)"
expect "1518 octets (1518 F L)" "1518 L LG" "$(sed -n 2p lines)"
expect "1519 octets (1519 F L LG)" "1519 L LG" "$(sed -n 3p lines)"
expect "64 octets for another station (not received)" "64 L" "$(sed -n 4p lines)"
expect "1204 octets in buffers of 512" "512 F, 512, 180 L" "$(sed -n 5p lines)"
finish
