"""Reads pcapng files without Wireshark."""
import collections
import struct

Packet = collections.namedtuple("Packet", "interface ns octets comment at")
"""Of one packet: name of its interface, time, octets, comment, and where its octets are in the file."""


def options(block, at, end):
    """Options of a block: code to value."""
    found = {}
    while at + 4 <= end:
        code, length = struct.unpack_from("<HH", block, at)
        if code == 0:
            break
        found[code] = block[at + 4:at + 4 + length]
        at += 4 + (length + 3) // 4 * 4
    return found


def read(path):
    """Options of the section, link types by interface name, packets. Fails on a file that is not whole."""
    data = path.read_bytes()
    section, names, links, packets = None, [], {}, []
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        assert struct.unpack_from("<I", data, at + length - 4)[0] == length, "a block is cut"
        if kind == 0x0A0D0D0A:
            section = options(data, at + 24, at + length - 4)
        elif kind == 1:
            name = options(data, at + 16, at + length - 4)[2].decode()
            names.append(name)
            links[name] = struct.unpack_from("<H", data, at + 8)[0]
        elif kind == 6:
            interface, high, low, octets = struct.unpack_from("<IIII", data, at + 8)
            comment = options(data, at + 28 + (octets + 3) // 4 * 4, at + length - 4).get(1, b"").decode()
            packets.append(Packet(names[interface], high << 32 | low, data[at + 28:at + 28 + octets], comment, at + 28))
        at += length
    return section, links, packets
