#!/usr/bin/env bash
# Versions: LiteEth 2024.12, LiteX 2024.12, migen 0.10.0 (PyPI).
# Expected: LiteEthUDPIPCore receives frames for its own MAC address with its own IP address, and
# answers no other echo request. A later fragment is no datagram.
# Observed: by default it compares neither address. It answers an echo request for another station,
# and passes the UDP datagrams of others to its port. A later fragment is taken for a whole packet:
# data at the place of the port select a port.
# Hurts: on a hub, or while a switch floods, each such card answers for all hosts, and gets their
# datagrams. Parts of large datagrams of others become data of the card.
. "$(dirname "$0")/common.sh"

python_packages liteeth==2024.12 litex==2024.12 migen==0.10.0
cat >probe.py <<'CODE'
import struct
import zlib

from captures import checksum
from litex.soc.interconnect import stream
from liteeth.common import eth_phy_description
from liteeth.core import LiteEthUDPIPCore
from migen import ClockDomain, Module, passive, run_simulation

OWN, FOREIGN, HOST = (bytes.fromhex(f"02000000000{number}") for number in (1, 9, 2))
OWN_IP, FOREIGN_IP, HOST_IP = (bytes([10, 0, 0, number]) for number in (1, 9, 2))


class Phy(Module):
    """A PHY without a line."""

    def __init__(self):
        self.dw = 8
        self.sink = stream.Endpoint(eth_phy_description(8))
        self.source = stream.Endpoint(eth_phy_description(8))


class Card(Module):
    """A card with the address 10.0.0.1 that receives UDP datagrams for port 2000."""

    def __init__(self):
        self.submodules.phy = Phy()
        self.submodules.core = LiteEthUDPIPCore(self.phy, int.from_bytes(OWN, "big"), "10.0.0.1", int(1e6))
        self.clock_domains.cd_eth_tx = ClockDomain()
        self.clock_domains.cd_eth_rx = ClockDomain()
        self.port = self.core.udp.crossbar.get_port(2000, dw=8)
        self.comb += self.port.source.ready.eq(1)


def packet(station, address, protocol, data, fragment=0):
    """Returns a frame with an IPv4 packet."""
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(data), 1, fragment, 64, protocol, 0) + HOST_IP + address
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    return station + HOST + b"\x08\0" + head + data


def receive(frame):
    """Passes a frame to the card, with preamble, padding and FCS."""
    frame = frame.ljust(60, b"\0")
    octets = b"\x55" * 7 + b"\xd5" + frame + zlib.crc32(frame).to_bytes(4, "little")
    for at, octet in enumerate(octets):
        yield card.phy.source.data.eq(octet)
        yield card.phy.source.last.eq(at + 1 == len(octets))
        yield card.phy.source.last_be.eq(at + 1 == len(octets))
        yield card.phy.source.valid.eq(1)
        yield
    yield card.phy.source.valid.eq(0)
    yield card.phy.source.last.eq(0)


def receive_all():
    """Answers the first request of ARP, and prints what each frame causes."""
    arp = bytes.fromhex("08060001080006040002") + HOST + HOST_IP + OWN + OWN_IP
    for name, frame in frames.items():
        seen.clear()
        yield from receive(frame)
        for _ in range(220):
            yield
            if b"request" in seen:
                seen.remove(b"request")
                yield from receive(OWN + HOST + arp)
        print(name, *(text.decode() for text in seen))


@passive
def watch_line():
    frame = b""
    yield card.phy.sink.ready.eq(1)
    while True:
        yield
        if (yield card.phy.sink.valid):
            frame += bytes([(yield card.phy.sink.data)])
            if (yield card.phy.sink.last):
                seen.append(b"request" if frame[20:22] == b"\x08\x06" else b"answer")
                frame = b""


@passive
def watch_port():
    data = b""
    while True:
        yield
        if (yield card.port.source.valid):
            data += bytes([(yield card.port.source.data)])
            if (yield card.port.source.last):
                seen.append(data)
                data = b""


card = Card()
seen = []
echo = struct.pack(">BBHHH", 8, 0, 0xF7FD, 1, 1)
datagram = struct.pack(">HHHH", 1000, 2000, 12, 0) + b"data"
frames = {
    "own echo:": packet(OWN, OWN_IP, 1, echo),
    "foreign echo:": packet(FOREIGN, FOREIGN_IP, 1, echo),
    "own datagram:": packet(OWN, OWN_IP, 17, datagram),
    "foreign datagram:": packet(FOREIGN, FOREIGN_IP, 17, datagram),
    "later fragment:": packet(OWN, OWN_IP, 17, datagram, fragment=185),
}
run_simulation(
    card,
    {"sys": watch_port(), "eth_tx": watch_line(), "eth_rx": receive_all()},
    clocks={"sys": 10, "eth_tx": 10, "eth_rx": 10},
)
CODE
bounded 400 python probe.py >lines 2>log
expect "echo request for the card" "own echo: answer" "$(sed -n 1p lines)"
expect "echo request for another station and address (nothing)" "foreign echo: answer" "$(sed -n 2p lines)"
expect "datagram for the card" "own datagram: data" "$(sed -n 3p lines)"
expect "datagram for another station and address (nothing)" "foreign datagram: data" "$(sed -n 4p lines)"
expect "fragment from octet 1480 on (nothing)" "later fragment: data" "$(sed -n 5p lines)"
finish
