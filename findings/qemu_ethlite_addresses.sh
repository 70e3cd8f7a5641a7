#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-misc 1:7.2+dfsg-7+deb12u18+b3), device xlnx.xps-ethernetlite of the board
# petalogix-s3adsp1800.
# Expected: the Ethernet Lite MAC receives frames for its address and broadcasts, and no other ones.
# Observed: it takes the highest bit of the first octet of an address for the bit that marks a group, which is the lowest
# one. Frames for all stations from 80:00:00:00:00:00 on are received, and those for stations below it are dropped.
# Hurts: whether foreign frames are received depends on the maker of the other card: those of 7c: are dropped, and those
# of a8: fill the only buffer, so that a frame for the card waits. Counts of two test networks differ without a cause.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-misc
cat >probe.py <<'CODE'
from qemu_card import Card

REGISTERS = 0x81000000


class EthernetLite(Card):
    """The card of a board whose processor executes a branch to itself."""

    def __init__(self):
        self.start("ethlite", [
            "qemu-system-microblaze", "-M", "petalogix-s3adsp1800", "-m", "128",
            "-device", "loader,addr=0,data=0xb8000000,data-len=4,data-be=on",
            "-net", "nic,netdev=net,macaddr=02:00:00:00:00:01"])

    def is_received(self, address):
        """Empties the receive buffer and sends a frame to the card; returns if the buffer has it."""
        self.write("writel", REGISTERS + 0x17FC, 0)
        frame = bytes.fromhex(address + "0200000000020800").ljust(60, b"\x55")
        self.send(frame)
        return self.read("readl", REGISTERS + 0x17FC) == 1 and self.load(REGISTERS + 0x1000, 60) == frame


card = EthernetLite()
for address in ("020000000001", "ffffffffffff", "020000000009", "7c0000000009", "800000000009", "a80000000009"):
    print(card.is_received(address))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "its own address is received" True "$(sed -n 1p lines)"
expect "broadcast" True "$(sed -n 2p lines)"
expect "station 02:00:00:00:00:09" False "$(sed -n 3p lines)"
expect "station 7c:00:00:00:00:09" False "$(sed -n 4p lines)"
expect "station 80:00:00:00:00:09 (False)" True "$(sed -n 5p lines)"
expect "station a8:00:00:00:00:09 (False)" True "$(sed -n 6p lines)"
finish
