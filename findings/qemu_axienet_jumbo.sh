#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-misc 1:7.2+dfsg-7+deb12u18+b3), device xlnx.axi-ethernet of the board
# petalogix-ml605, with the AXI DMA of the board.
# Expected: without JUM and VLAN in the receive configuration the MAC receives frames up to 1518 octets with FCS: 1514
# without it. Longer ones are dropped and count as oversize. The statistics count frames by size.
# Observed: it drops frames of 1519 to 1522 octets without FCS, and receives both those of 1515 to 1518 and all those
# from 1523 octets on. With VLAN nothing is dropped. The counters of sizes and of oversize frames stay 0.
# Hurts: 9000 octets reach a driver that never enabled jumbo frames, and on a chip none does. A test with the first
# length that is too long, or with 1522, has another result than one with 2000, and no counter shows a loss.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-misc
cat >probe.py <<'CODE'
import struct

from qemu_card import Card

MAC, DMA, RING, SLOTS = 0x82780000, 0x84600000, 0x50100000, 32


class AxiEthernet(Card):
    """The card of a board whose processor executes a branch to itself, with buffers of 4096 octets."""

    def __init__(self):
        self.start("axienet", [
            "qemu-system-microblazeel", "-M", "petalogix-ml605", "-m", "128",
            "-device", "loader,addr=0,data=0xb8000000,data-len=4",
            "-net", "nic,netdev=net,macaddr=02:00:00:00:00:01"])
        self.next = 0
        for i in range(SLOTS):
            self.store(RING + 64 * i, struct.pack(
                "<7I36x", RING + 64 * ((i + 1) % SLOTS), 0, 0x50200000 + 4096 * i, 0, 0, 0, 4096))
        # The ring, started, with all but one descriptor; the address 02:00:00:00:00:01.
        for register, value in ((DMA + 0x38, RING), (DMA + 0x30, 1), (DMA + 0x40, RING + 64 * (SLOTS - 1)),
                                (MAC + 0x700, 2), (MAC + 0x704, 0x0100)):
            self.write("writel", register, value)

    def is_received(self, address, size):
        """Sends a frame to the card; returns if the next buffer has it."""
        frame = bytes.fromhex(address + "0200000000020800").ljust(size, b"\x55")
        self.send(frame)
        complete = struct.unpack("<I", self.load(RING + 64 * self.next + 28, 4))[0] >> 31
        received = self.load(0x50200000 + 4096 * self.next, size) == frame
        self.next += complete
        return bool(complete) and received


card = AxiEthernet()
print(card.is_received("020000000001", 60), card.is_received("020000000009", 60))
for configuration in 0x10000000, 0x18000000, 0x50000000:  # receiver; with VLAN; with JUM
    card.write("writel", MAC + 0x404, configuration)
    sizes = 1514, 1515, 1518, 1519, 1522, 1523, 2000
    print(*(size for size in sizes if card.is_received("020000000001", size)))
print(*(card.read("readl", MAC + register) for register in (0x290, 0x220, 0x248, 0x250)))
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines 2>log
expect "its own address is received, another one" "True False" "$(sed -n 1p lines)"
expect "without VLAN and JUM, sizes without FCS that are received (1514)" "1514 1515 1518 1523 2000" "$(sed -n 2p lines)"
expect "with VLAN (1514)" "1514 1515 1518 1519 1522 1523 2000" "$(sed -n 3p lines)"
expect "with JUM" "1514 1515 1518 1519 1522 1523 2000" "$(sed -n 4p lines)"
expect "received frames, those of 64 octets, the longest class, oversize" "20 0 0 0" "$(sed -n 5p lines)"
finish
