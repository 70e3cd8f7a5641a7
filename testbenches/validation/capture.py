"""The capture, read by tshark: every HEC, CRC and checksum is right, and a single wrong bit is
found where it is.
"""
import collections
import functools
import pathlib
import re
import subprocess
import tempfile

from capture_blocks import read
from capture_file import CRC, HEC, IP, ROOT, dissect, flip, verdicts
from common import cells as cell_lines
from common import check_all, named, niclab, run, settings

ALL = "cells,pdus,sent_pdus,packets,frames"
LINK_TYPES = {"cells": 147, "pdus": 197, "sent_pdus": 197, "packets": 123, "frames": 148}
STAGES = ("software_send", "pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx", "software_receive")
MOMENTS = ("send_call", "tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered")


def check_comment(packet, rows):
    """A comment names its row of pdus.csv and says that row's stages."""
    head = re.match(r"run (\d+) pdu (\d+) (\w+) (\w+);", packet.comment)
    row = rows[head.group(1), head.group(2), head.group(3)]
    assert row["status"] == head.group(4) and packet.interface.startswith(head.group(3) + " ")
    stages = re.findall(r"; (\w+) ([\d.]+) ns", packet.comment)
    assert tuple(name for name, _ in stages) == STAGES
    for (name, ns), begin, end in zip(stages, MOMENTS, MOMENTS[1:]):
        assert abs(float(ns) - (float(row[end]) - float(row[begin]))) < 0.0021, (packet.comment, name)
    return row


def check_capture(capture, results, rows, checksum):
    section, links, packets = read(capture)
    assert {name.split()[1]: link for name, link in links.items()} == LINK_TYPES
    assert section[4].startswith(b"niclab ") and section[1].endswith(b"seed 1") and set(section) == {1, 4}
    assert [p.ns for p in packets] == sorted(p.ns for p in packets)
    count = collections.Counter(p.interface for p in packets)
    by_key = {(r["run"], r["pdu"], r["direction"]): r for r in rows}
    for line in cell_lines(results):
        name = line["direction"]
        sent = [r for r in rows if r["direction"] == name]
        assert count[f"{name} cells"] == line["delivered"] == sum(int(r["cells"]) for r in sent)
        assert count[f"{name} pdus"] == count[f"{name} sent_pdus"] == count[f"{name} packets"] == len(sent)
    words = dissect(capture)
    right, wrong = verdicts(words)
    assert not wrong, wrong[:5]
    assert right[HEC] == sum(line["delivered"] for line in cell_lines(results))
    assert right[CRC] == 2 * len(rows) and right[IP] == right[checksum] == 3 * len(rows)
    times = {}
    for packet, said in zip(packets, words):
        if packet.comment:
            row = check_comment(packet, by_key)
            times[row["run"], row["pdu"], packet.interface] = packet.ns, row
        if CRC in said:
            assert said["atm.cells"] == "Cells: " + row["cells"]
    # A capture's time is that of pdus.csv: a packet reaches the program at its `delivered`.
    for (number, pdu, interface), (ns, row) in times.items():
        if interface == "client_to_server packets":
            back, reply = times[number, pdu, "server_to_client packets"]
            assert abs((back - ns) - (float(reply["delivered"]) - float(row["delivered"]))) < 1.01
    return packets, words


def parities(frame):
    """B1 over the scrambled frame and B2 over the clear one."""
    state, scrambled = [1] * 7, bytearray(frame)
    for i in range(9, len(frame)):
        octet = 0
        for _ in range(8):
            octet = octet << 1 | state[0]
            state = state[1:] + [state[0] ^ state[1]]
        scrambled[i] ^= octet
    b1 = 0
    for octet in scrambled:
        b1 ^= octet
    b2 = [0, 0, 0]
    for i, octet in enumerate(frame):
        if i >= 3 * 270 or i % 270 >= 9:
            b2[i % 3] ^= octet
    return b1, bytes(b2)


def check_frames(packets, words):
    before, checked = {}, 0
    for packet, said in zip(packets, words):
        if not packet.interface.endswith("frames"):
            continue
        assert said["sdh.au"] == "AU: 522" and said["sdh.j0"] == "J0: 0x01", said
        assert said["sdh.a1"] == "A1: f6f6f6" and said["sdh.a2"] == "A2: 282828"
        frame = packet.octets
        assert len(frame) == 2430
        if packet.interface in before:
            ns, wanted = before[packet.interface]
            assert packet.ns - ns >= 124_990
            if packet.ns - ns < 125_010:  # no redraw of phases between the two
                assert (frame[270], frame[4 * 270:4 * 270 + 3]) == wanted
                checked += 1
        before[packet.interface] = packet.ns, parities(frame)
    assert checked > 20
    return checked


def check_bites(capture, packets):
    """Each bit of a cell's header, one cell each; bits of PDUs, packets and a pointer: found there
    and nowhere else.
    """
    copy = capture.with_suffix(".wrong.pcapng")
    of = {tap: [(n, p) for n, p in enumerate(packets) if p.interface.endswith(" " + tap)]
          for tap in ("cells", "pdus", "packets", "frames")}
    changes, expected = [], {}
    assert len(of["cells"]) > 41
    for bit, (number, cell) in zip(range(40), of["cells"]):
        changes.append((cell, bit // 8, 7 - bit % 8))
        expected[number, HEC] = f"(error in bit {bit})"
    number, cell = of["cells"][40]
    changes += [(cell, 0, 7), (cell, 3, 0)]
    expected[number, HEC] = "(uncorrectable error)"
    # The LLC header after those of ERF and ATM, two octets of padding, Length, the last bit of the CRC.
    for (number, pdu), (octet, bit) in zip(of["pdus"], ((21, 3), (-10, 7), (-9, 0), (-5, 2), (-1, 0))):
        changes.append((pdu, octet % len(pdu.octets), bit))
        expected[number, CRC] = "(incorrect)"
    number, packet = of["packets"][0]
    changes.append((packet, 4 + 8 + 8, 0))  # time to live
    expected[number, IP] = "Bad"
    words = dissect(flip(capture, changes, copy))
    # A wrong Length also cuts the packet inside short.
    found = {(number, field): text for number, field, text in verdicts(words)[1] if field in (HEC, CRC, IP)}
    assert found.keys() == expected.keys(), (found.keys() ^ expected.keys())
    for key, text in expected.items():
        assert text in found[key], (key, text, found[key])
    if of["frames"]:
        number, frame = of["frames"][7]
        words = dissect(flip(capture, [(frame, 3 * 270 + 3, 0)], copy))
        assert [n for n, said in enumerate(words) if "sdh.au" in said and said["sdh.au"] != "AU: 522"] == [number]
    return len(expected)


def arguments(capture, protocol):
    return "--runs", "3", "--pcap", capture, *settings(workload__protocol=protocol, workload__sizes=[1, 400])


@functools.cache
def captured(folder, protocol):
    """The capture of all taps, results.json and pdus.csv."""
    capture = folder / f"{protocol}.pcapng"
    return capture, *run("echo", *arguments(capture, protocol), "--pcap-taps", ALL)


def tshark_finds_all_right(folder, protocol):
    capture, results, rows = captured(folder, protocol)
    packets, words = check_capture(capture, results, rows, f"{protocol}.checksum.status")
    print(f"{protocol}: {len(packets)} packets verified by tshark, parities of {check_frames(packets, words)} frames")


def wrong_bits_are_found(folder, protocol):
    capture, _, _ = captured(folder, protocol)
    print(f"{protocol}: {check_bites(capture, read(capture)[2])} wrong bits found")


def the_same_seed_gives_the_same_bytes(folder):
    capture, again = captured(folder, "tcp")[0], folder / "again.pcapng"
    run("echo", *arguments(again, "tcp"), "--pcap-taps", ALL)
    assert again.read_bytes() == capture.read_bytes()


def what_is_captured_besides_changes_nothing(folder):
    few = folder / "few.pcapng"
    run("echo", *arguments(few, "tcp"))
    assert {p.interface.split()[1] for p in read(few)[2]} == {"cells", "pdus", "packets"}
    kept = [p[:4] for p in read(captured(folder, "tcp")[0])[2] if p.interface.split()[1] in ("cells", "pdus", "packets")]
    assert [p[:4] for p in read(few)[2]] == kept


def the_command_of_the_page(folder):
    command = re.search(r"^    (tshark -r echo\.pcapng (?:.*\\\n)*.*)$", (ROOT / "docs/howto/instruments.md").read_text(), re.M).group(1)
    niclab("run", "echo", "--runs", "1", "--quiet", "--pcap", folder / "echo.pcapng", "--out", folder / "out")
    text = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert text.count("Header Error Check: 0x") == text.count("(correct)") - text.count("AAL5 CRC: 0x") == 4


of_protocols = [named(f"{check.__name__} {protocol}", lambda folder, check=check, protocol=protocol: check(folder, protocol))
                for protocol in ("udp", "tcp") for check in (tshark_finds_all_right, wrong_bits_are_found)]
with tempfile.TemporaryDirectory() as temporary:
    check_all((*of_protocols, the_same_seed_gives_the_same_bytes, what_is_captured_besides_changes_nothing, the_command_of_the_page),
              pathlib.Path(temporary))
