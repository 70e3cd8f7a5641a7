"""Captures for the findings: blocks of pcapng, files of pcap, and the packets in them.

Numbers are little-endian unless `order` is ">". Times are ticks of the interface's resolution.
"""

import struct


def pad(data):
    """Returns the octets with zeros up to a multiple of four."""
    return data + b"\0" * (-len(data) % 4)


def options(pairs, order="<"):
    """Returns pcapng options from (code, value) pairs, with the end of options."""
    if not pairs:
        return b""
    listed = (struct.pack(order + "HH", code, len(value)) + pad(value) for code, value in pairs)
    return b"".join(listed) + bytes(4)


def block(kind, body, order="<"):
    """Returns a pcapng block."""
    length = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + length + body + length


def section(order="<"):
    """Returns a section header block of unknown section length."""
    return block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1), order)


def interface(link=1, snap=262144, opts=(), order="<"):
    """Returns an interface description block; link 1 is Ethernet."""
    return block(1, struct.pack(order + "HHI", link, 0, snap) + options(opts, order), order)


def resolution(value):
    """Returns the option if_tsresol: 9 for nanoseconds, 0x80 + n for 2^-n seconds."""
    return (9, bytes([value]))


def packet(number, ticks, data, order="<"):
    """Returns an enhanced packet block of interface `number`."""
    head = struct.pack(order + "I", number) + struct.pack(order + "II", ticks >> 32, ticks % 2**32)
    return block(6, head + struct.pack(order + "II", len(data), len(data)) + pad(data), order)


def simple_packet(data, length):
    """Returns a simple packet block: `data` is the captured part of `length` octets."""
    return block(3, struct.pack("<I", length) + pad(data))


def pcap(records, link=1, nano=False):
    """Returns a pcap file of (seconds, fraction, data) records."""
    magic = 0xA1B23C4D if nano else 0xA1B2C3D4
    head = struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 262144, link)
    listed = (struct.pack("<IIII", s, f, len(d), len(d)) + d for s, f, d in records)
    return head + b"".join(listed)


def checksum(data):
    """Returns the Internet checksum of an even number of octets."""
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def udp(octets=18, ident=1):
    """Returns an IPv4 packet with a UDP datagram of that many zero octets."""
    body = struct.pack(">HHHH", 1000, 2000, 8 + octets, 0) + bytes(octets)
    addresses = bytes([10, 0, 0, 1, 10, 0, 0, 2])
    head = struct.pack(">BBHHHBBH", 0x45, 0, 28 + octets, ident, 0, 64, 17, 0) + addresses
    return head[:10] + struct.pack(">H", checksum(head)) + head[12:] + body


def ethernet(payload, kind=0x0800):
    """Returns an Ethernet frame without FCS between two local addresses."""
    return bytes.fromhex("020000000002020000000001") + struct.pack(">H", kind) + payload


def write(name, *parts):
    """Writes the parts to a file."""
    with open(name, "wb") as file:
        file.write(b"".join(parts))
