"""Captures for the checks: changed bits in pcapng files, and what tshark says of each packet."""
import collections
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree

from common import ROOT, skip

if not shutil.which("tshark"):
    skip("tshark is not installed")

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
