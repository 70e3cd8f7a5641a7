#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-arm 1:7.2+dfsg-7+deb12u18+b3), device smc91c111.
# Expected: without RCR.PRMS and RCR.ALMUL a LAN91C111 receives its own address, broadcasts and the groups of its
# multicast table. The header of a frame marks broadcasts (BROD) and multicasts (MULTCAST). A shortest frame has 60
# octets with RCR.STRIP_CRC, and 64 without it.
# Observed: each frame is received, also for other stations and with an empty table. BROD and MULTCAST stay 0. A frame
# of 60 octets has 64, and 68 without STRIP_CRC: it is padded to 64 octets before the FCS.
# Hurts: a driver that never sets its address or table passes, and is deaf on a board. Counts of broadcasts and
# multicasts stay 0, and rates of small frames are too high by 6 %.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-arm
cat >probe.py <<'CODE'
import struct
import time

from qemu_card import Card


class Smc91c111(Card):
    """The card of a board whose processor waits for an interrupt."""

    def __init__(self):
        self.start("smc91c111", [
            "qemu-system-arm", "-M", "versatilepb", "-audiodev", "none,id=none",
            "-device", "loader,addr=0,data=0xeafffffdee070f90,data-len=8",
            "-net", "nic,netdev=net,model=smc91c111,macaddr=02:00:00:00:00:01"])

    def get(self, bank, register):
        """Returns a register of a bank."""
        self.write("writew", 0x1001000E, bank)
        return self.read("readw", 0x10010000 + register)

    def set(self, bank, register, value):
        """Sets a register of a bank."""
        self.write("writew", 0x1001000E, bank)
        self.write("writew", 0x10010000 + register, value)

    def next_frame(self, frame):
        """Sends a frame to the card; returns its status word and its number of octets in the card."""
        self.send(frame)
        if not self.get(2, 12) & 1:
            return "not received"
        self.set(2, 6, 0xE000)
        status, count = self.get(2, 8), self.get(2, 8)
        octets = b"".join(struct.pack("<H", self.get(2, 8)) for _ in range((count - 4) // 2))
        self.set(2, 0, 0x80)  # remove and release
        time.sleep(0.1)
        return f"{status:#06x} {count - 6 + (octets[-1] >> 5 & 1)}"


card = Smc91c111()
card.set(0, 4, 0x0300)  # receive, strip the FCS
print(*(card.get(3, register) for register in (0, 2, 4, 6)))
for address, size in (("020000000001", 100), ("020000000009", 100), ("ffffffffffff", 100),
                      ("01005e000001", 100), ("020000000001", 60)):
    print(card.next_frame(bytes.fromhex(address + "0200000000020800").ljust(size, b"\x55")))
card.set(0, 4, 0x0100)
print(card.next_frame(bytes.fromhex("0200000000010200000000020800").ljust(60, b"\x55")))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "multicast table" "0 0 0 0" "$(sed -n 1p lines)"
expect "status and octets of a frame for the card" "0x0000 100" "$(sed -n 2p lines)"
expect "for another station (not received)" "0x0000 100" "$(sed -n 3p lines)"
expect "a broadcast (0x4000 100)" "0x0000 100" "$(sed -n 4p lines)"
expect "a group that is not in the table (not received)" "0x0000 100" "$(sed -n 5p lines)"
expect "a frame of 60 octets (0x0000 60)" "0x0000 64" "$(sed -n 6p lines)"
expect "the same with its FCS (0x0000 64)" "0x0000 68" "$(sed -n 7p lines)"
finish
