"""Captures for the checks: reading pcapng without Wireshark, changing bits in it, and what tshark
says of each packet.
"""
import collections
import os
import shutil
import struct
import subprocess
import tempfile
import xml.etree.ElementTree

from common import ROOT, skip

if not shutil.which("tshark"):
    skip("tshark is not installed")

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


def flip(path, changes, copy):
    """A copy in which bits of packets are turned over: (packet, octet, bit), bit 7 first on the line."""
    data = bytearray(path.read_bytes())
    for packet, octet, bit in changes:
        data[packet.at + octet] ^= 1 << bit
    copy.write_bytes(data)
    return copy


def dissect(path, profile=ROOT / "traces/wireshark"):
    """tshark's words on each packet, with niclab's profile: a list of {field: "name: value (verdict)"}."""
    with tempfile.TemporaryDirectory() as folder:
        for file in profile.iterdir():
            shutil.copy(file, folder)
        text = subprocess.run(["tshark", "-r", path, "-T", "pdml"], capture_output=True, check=True,
                              env={**os.environ, "WIRESHARK_CONFIG_DIR": folder}).stdout
    packets = []
    for packet in xml.etree.ElementTree.fromstring(text):
        fields = {}
        for field in packet.iter("field"):
            fields.setdefault(field.get("name"), field.get("showname") or field.get("show") or "")
        packets.append(fields)
    return packets


HEC, CRC, IP = "atm.header_error_check", "atm.aal5t_crc", "ip.checksum.status"


def pdu_is_right(said):
    """tshark's verdict on a PDU: one whose Length does not fit its cells it shows without the trailer."""
    return said.get(CRC, "").endswith("(correct)")


def verdicts(words):
    """All that can be right or wrong in a packet and is wrong, by field; right ones count in `right`."""
    right, wrong = collections.Counter(), []
    for number, packet in enumerate(words):
        if "atm.cells" in packet and CRC not in packet:
            wrong.append((number, CRC, "no trailer"))
        for field in (HEC, CRC, IP, "udp.checksum.status", "tcp.checksum.status"):
            if field in packet:
                if packet[field].endswith(("(correct)", "Good")):
                    right[field] += 1
                else:
                    wrong.append((number, field, packet[field]))
    return right, wrong
