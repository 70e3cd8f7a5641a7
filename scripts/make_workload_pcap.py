#!/usr/bin/env python3
"""Makes traces/workloads/lan_mix.pcap: a small mix of IPv4 packets as a LAN of the time might carry
it.

A TCP connection with handshake, request, full segments and acknowledgements, and name look-ups over
UDP. All checksums are right and all times are fixed, so the file is the same on every machine.
"""
import pathlib
import struct
import sys

CLIENT, SERVER, NAMES = b"\x0a\x00\x00\x01", b"\x0a\x00\x00\x02", b"\x0a\x00\x00\x35"


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ip(source, target, protocol, body, number):
    header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(body), number, 0x4000, 64, protocol, 0, source, target)
    return header[:10] + struct.pack(">H", checksum(header)) + header[12:] + body


def with_checksum(source, target, protocol, body, offset):
    pseudo = source + target + struct.pack(">BBH", 0, protocol, len(body))
    return body[:offset] + struct.pack(">H", checksum(pseudo + body)) + body[offset + 2:]


def tcp(source, target, ports, seq, ack, flags, data=b"", number=0):
    body = struct.pack(">HHIIBBHHH", *ports, seq, ack, 0x50, flags, 8760, 0, 0) + data
    return ip(source, target, 6, with_checksum(source, target, 6, body, 16), number)


def udp(source, target, ports, data, number):
    body = struct.pack(">HHHH", *ports, 8 + len(data), 0) + data
    return ip(source, target, 17, with_checksum(source, target, 17, body, 6), number)


def packets():
    syn, ack, psh = 0x02, 0x10, 0x18
    for number, name in enumerate((b"\x03www\x06niclab\x07example\0", b"\x04mail\x06niclab\x07example\0"), 1):
        query = struct.pack(">HHHHHH", number, 0x0100, 1, 0, 0, 0) + name + b"\0\1\0\1"
        yield udp(CLIENT, NAMES, (1030 + number, 53), query, number)
    up, down = (1025, 80), (80, 1025)
    yield tcp(CLIENT, SERVER, up, 1000, 0, syn, number=10)
    yield tcp(SERVER, CLIENT, down, 5000, 1001, syn | ack, number=11)
    yield tcp(CLIENT, SERVER, up, 1001, 5001, ack, number=12)
    request = b"GET /paper.ps HTTP/1.0\r\nHost: www.niclab.example\r\n\r\n"
    yield tcp(CLIENT, SERVER, up, 1001, 5001, psh, request, 13)
    sent = 5001
    for i in range(12):
        data = bytes((i * 31 + k * 7) & 0xFF for k in range(1460 if i < 11 else 613))
        yield tcp(SERVER, CLIENT, down, sent, 1001 + len(request), psh if i == 11 else ack, data, 20 + i)
        sent += len(data)
        if i % 2:
            yield tcp(CLIENT, SERVER, up, 1001 + len(request), sent, ack, number=40 + i)
    for i, size in enumerate((1, 10, 100, 500, 1000, 1472)):
        yield udp(CLIENT, SERVER, (2000, 7), bytes((size + k * 13) & 0xFF for k in range(size)), 60 + i)


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "traces/workloads/lan_mix.pcap")
    raw_ip = 101
    data = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, raw_ip)
    for i, packet in enumerate(packets()):
        data += struct.pack("<IIII", 862000000 + i // 100, i % 100 * 10000, len(packet), len(packet)) + packet
    out.write_bytes(data)


if __name__ == "__main__":
    main()
