#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-misc 1:7.2+dfsg-7+deb12u18+b3), device mcf-fec of the board mcf5208evb.
# Expected: the MIB of the FEC counts frames with their FCS, as RMON does: a frame of 60 octets, to which TC adds the FCS,
# is one of 64. Shorter ones are fragments if their FCS is wrong. Broadcasts and multicasts have counters of their own,
# and bit 31 of MIBC stops all of them.
# Observed: sent frames count without the FCS: one of 60 octets is a fragment and 60 octets, and no sent frame is one of
# 64. Fragments count as good frames, too. Broadcasts and multicasts are never counted, and MIBC has no effect.
# Hurts: each short frame, such as an ARP request, looks damaged on the line. Octets of both ends differ by 7 %.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-misc
cat >probe.py <<'CODE'
import struct

from qemu_card import BROADCAST, Card

FEC, RECEIVE, SEND, BUFFERS = 0xFC030000, 0x40100000, 0x40101000, 0x40200000
SENT = {"packets": 0x204, "broadcasts": 0x208, "fragments": 0x21C, "64": 0x228, "65-127": 0x22C, "octets": 0x244,
        "good": 0x24C}
RECEIVED = {"packets": 0x284, "broadcasts": 0x288, "multicasts": 0x28C, "undersize": 0x294, "fragments": 0x29C,
            "64": 0x2A8, "octets": 0x2C4, "good": 0x2CC}


class Fec(Card):
    """The card of a board whose processor has stopped, with 8 descriptors each way, started."""

    def __init__(self):
        open("stop.bin", "wb").write(bytes.fromhex("4e72270060fe"))
        self.start("mcf-fec", [
            "qemu-system-m68k", "-M", "mcf5208evb", "-m", "16", "-kernel", "stop.bin",
            "-net", "nic,netdev=net,model=mcf-fec,macaddr=02:00:00:00:00:01"])
        for i in range(8):
            self.store(RECEIVE + 8 * i, struct.pack(">HHI", 0x8000, 0, BUFFERS + 2048 * i))
        self.sent = 0
        # RCR: at most 1518 octets, MII; full duplex; buffers of 1536 octets; both rings; enable, receive.
        for register, value in ((0x84, 1518 << 16 | 4), (0xC4, 4), (0x188, 0x600), (0x180, RECEIVE), (0x184, SEND),
                                (0x24, 2), (0x10, 1 << 24)):
            self.write("writel", FEC + register, value)

    def transmit(self, size):
        """Sends a broadcast with the FCS of the card; returns how long it is on the wire."""
        self.store(0x40300000, BROADCAST.ljust(size, b"\x55"))
        self.store(SEND + 8 * self.sent, struct.pack(">HHI", 0x8C00, size, 0x40300000) + bytes(8))
        self.sent += 1
        self.write("writel", FEC + 0x14, 1 << 24)
        return len(self.receive())

    def counters(self, names):
        """Returns the counters that are not 0."""
        values = {name: self.read("readl", FEC + place) for name, place in names.items()}
        return " ".join(f"{name}={value}" for name, value in values.items() if value)


card = Fec()
print(card.transmit(60), card.counters(SENT))
print(card.transmit(64), card.counters(SENT))
for address, size in ("ffffffffffff", 60), ("01005e000001", 60), ("020000000001", 20):
    card.send((bytes.fromhex(address) + BROADCAST[6:]).ljust(size, b"\x55"))
    print(card.counters(RECEIVED))
card.write("writel", FEC + 0x64, 1 << 31)
print(card.transmit(100), card.counters(SENT))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "60 octets sent (packets=1 broadcasts=1 64=1 octets=64 good=1)" "60 packets=1 fragments=1 octets=60 good=1" \
    "$(sed -n 1p lines)"
expect "64 octets sent (65-127=1, octets=132)" "64 packets=2 fragments=1 64=1 octets=124 good=2" "$(sed -n 2p lines)"
expect "a broadcast of 60 octets received (broadcasts=1)" "packets=1 64=1 octets=64 good=1" "$(sed -n 3p lines)"
expect "a multicast of 60 octets (multicasts=1)" "packets=2 64=2 octets=128 good=2" "$(sed -n 4p lines)"
expect "20 octets, with FCS 24 (undersize=1)" "packets=3 fragments=1 64=2 octets=152 good=3" "$(sed -n 5p lines)"
expect "counters stopped, 100 octets sent (as after 64)" "100 packets=3 fragments=1 64=1 65-127=1 octets=224 good=3" \
    "$(sed -n 6p lines)"
finish
