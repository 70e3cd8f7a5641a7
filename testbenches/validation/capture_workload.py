"""Captures that Wireshark's tools wrote as workloads, and niclab's captures in tcpdump and tshark."""
import collections
import pathlib
import random
import shutil
import subprocess
import tempfile

from capture_blocks import read
from capture_file import ROOT
from common import check_all, niclab, run, settings, skip

for tool in ("tshark", "editcap", "mergecap", "text2pcap", "tcpdump"):
    if not shutil.which(tool):
        skip(f"{tool} is not installed")

LAN_MIX = ROOT / "traces/workloads/lan_mix.pcap"
LLC_SNAP = bytes.fromhex("aaaa030000000800")  # text2pcap adds the pseudo header of SUNATM itself
TAPS = ("packets", "pdus", "sent_pdus", "cells", "line_cells", "frames")


def output_of(*words):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True).stdout


def ipv4(octets):
    """A UDP packet with a right checksum of its header."""
    total = 28 + len(octets)
    header = bytearray(bytes.fromhex("4500000000010000401100000a0000010a000002"))
    header[2:4] = total.to_bytes(2, "big")
    words = sum(int.from_bytes(header[i:i + 2], "big") for i in range(0, 20, 2))
    words = (words & 0xFFFF) + (words >> 16)
    header[10:12] = (0xFFFF - ((words & 0xFFFF) + (words >> 16))).to_bytes(2, "big")
    return bytes(header) + bytes.fromhex("03e80009") + (8 + len(octets)).to_bytes(2, "big") + b"\0\0" + octets


def text2pcap(folder, name, link_type, frames, *options):
    """A capture of `frames` that text2pcap wrote."""
    text = folder / f"{name}.txt"
    text.write_text("".join("0000 " + " ".join(f"{octet:02x}" for octet in frame) + "\n" for frame in frames))
    output_of("text2pcap", "-q", "-l", link_type, *options, text, folder / name)
    return folder / name


def sent(folder, capture, *arguments):
    """The packets of a run with that workload, as they reach the other program, and the run's remarks."""
    written = folder / "sent.pcapng"
    results, rows = run("transmit", "--runs", "1", "--pcap", written, "--pcap-taps", "packets", *arguments,
                        *settings(workload__pcap=capture))
    assert all(row["status"] == "ok" for row in rows)
    return [packet.octets[12:] for packet in read(written)[2]], results["warnings"]


def link_types(folder):
    """Frames that text2pcap wrote with each link type: the same packets leave."""
    packets = [ipv4(bytes(n)) for n in (1, 40, 300)]
    ethernet = bytes.fromhex("020000000002020000000001")
    cooked = bytes.fromhex("0000000100060200000000010000")
    before = {1: ethernet + b"\x08\0", 101: b"", 228: b"", 0: b"\2\0\0\0", 108: b"\0\0\0\2", 9: b"\xff\3\0\x21", 50: b"\xff\3\0\x21",
              100: LLC_SNAP, 123: LLC_SNAP, 113: cooked + b"\x08\0",
              276: bytes.fromhex("0800000000000003000100060200000000010000")}
    frames = [(link, header) for link, header in before.items()]
    frames += [(1, ethernet + b"\x81\0\0\5\x08\0"), (1, ethernet + b"\x88\xa8\0\5\x81\0\0\6\x08\0"),
               (1, ethernet + bytes.fromhex("8864110000070040") + b"\0\x21")]
    captures = [text2pcap(folder, f"{number}.pcap", link, [header + packet for packet in packets], "-F", "pcap")
                for number, (link, header) in enumerate(frames)]
    # tshark finds IPv4 in each of them: the headers are those of the link type.
    output_of("mergecap", "-a", "-w", folder / "of_all.pcapng", *captures)
    found = output_of("tshark", "-r", folder / "of_all.pcapng", "-T", "fields", "-e", "ip.len").split("\n")[:-1]
    wrong = [frames[k // 3] for k, length in enumerate(found) if length != str(28 + (1, 40, 300)[k % 3])]
    assert len(found) == 3 * len(frames) and not wrong, wrong
    for (link, _), capture in zip(frames, captures, strict=True):
        found, remarks = sent(folder, capture)
        assert found == packets and not remarks, (link, remarks)
    print(f"{len(frames)} captures of {len(before)} link types")


def merged(folder):
    """Captures that mergecap joined: two link types, two resolutions, and what is passed over is counted."""
    packets = [ipv4(bytes(n)) for n in (5, 6, 7)]
    first = text2pcap(folder, "first.pcapng", 1, [bytes(12) + b"\x08\0" + packets[0], bytes(12) + b"\x08\6" + bytes(28)])
    second = text2pcap(folder, "second.pcap", 123, [LLC_SNAP + packets[1]], "-F", "nsecpcap")
    third = text2pcap(folder, "third.pcapng", 101, [packets[2], b"\x60" + bytes(39)])
    output_of("mergecap", "-a", "-w", folder / "all.pcapng", first, second, third)
    found, remarks = sent(folder, folder / "all.pcapng")
    assert found == packets, found
    assert remarks == [f"{folder / 'all.pcapng'}: 3 of 5 packets are sent; 2 passed over: 1 ARP, 1 IPv6."], remarks


def formats(folder):
    """The formats that editcap writes of one capture give the same packets."""
    wanted = sent(folder, LAN_MIX)[0]
    assert len(wanted) > 10
    for name in ("pcap", "nsecpcap", "pcapng", "modpcap"):
        output_of("editcap", "-F", name, LAN_MIX, folder / f"mix.{name}")
        assert sent(folder, folder / f"mix.{name}")[0] == wanted, name
    output_of("editcap", "-s", "40", LAN_MIX, folder / "cut.pcapng")
    said = niclab("run", "transmit", "--set", f"workload.pcap={folder / 'cut.pcapng'}", cwd=folder, expect=2).stderr
    assert "packet 1 at " in said and "cut short" in said and said.count("\n") == 1, said


def own_taps(folder):
    """Each of niclab's taps, read back as a workload, sends the packets that the first run delivered."""
    capture = folder / "own.pcapng"
    run("transmit", "--runs", "2", "--pcap", capture, "--pcap-taps", ",".join(TAPS), *settings(workload__sizes="[40, 500, 1500]"))
    wanted = [p.octets[12:] for p in read(capture)[2] if p.interface.endswith(" packets")]
    assert len(wanted) == 6
    for tap in TAPS:
        found, remarks = sent(folder, capture, *settings(workload__pcap_interface=tap))
        assert found == wanted and "on other interfaces" in remarks[0], (tap, len(found))
    found, remarks = sent(folder, capture)
    assert found == wanted and " are sent; " in remarks[0]
    print(f"{len(wanted)} packets from each of {len(TAPS)} taps")


def split(folder):
    """One file with several link types, of which niclab warns; --pcap-split writes files that
    tcpdump reads.
    """
    whole = folder / "whole.pcapng"
    done = niclab("run", "transmit", "--runs", "1", "--out", "o", "--pcap", whole, "--pcap-taps", ",".join(TAPS), cwd=folder)
    assert done.stderr.startswith("--pcap: ") and "4 link types" in done.stderr and done.stderr.count("\n") == 1, done.stderr
    refused = subprocess.run(["tcpdump", "-nr", whole], capture_output=True, text=True)
    assert refused.returncode == 1 and "different from the type of the first interface" in refused.stderr
    done = niclab("run", "transmit", "--runs", "1", "--out", "o", "--pcap", folder / "part.pcapng", "--pcap-split", "--pcap-taps",
                  ",".join(TAPS), cwd=folder)
    assert done.stderr == "", done.stderr
    assert not (folder / "part.pcapng").exists()
    of_whole = collections.Counter(p.interface.split()[-1] for p in read(whole)[2])
    for tap in TAPS:
        part = folder / f"part.{tap}.pcapng"
        packets = read(part)[2]
        assert [p.octets for p in packets] == [p.octets for p in read(whole)[2] if p.interface.endswith(" " + tap)]
        # tcpdump copies every packet, also of link types that it cannot print.
        output_of("tcpdump", "-r", part, "-w", folder / "copy.pcap")
        assert len(output_of("tshark", "-r", folder / "copy.pcap", "-T", "fields", "-e", "frame.number").split()) == len(packets) == of_whole[tap] > 0
    printed = output_of("tcpdump", "-nr", folder / "part.packets.pcapng")
    assert printed.count(" IP ") + printed.count("IP ") > 0, printed


def times(folder):
    """Nanoseconds by default, which tshark and tcpdump read alike; picoseconds where they are chosen."""
    at = {}
    for unit in ("ns", "ps"):
        file = folder / f"{unit}.pcapng"
        run("transmit", "--runs", "1", "--pcap", file, "--pcap-taps", "packets", "--pcap-time", unit)
        at[unit] = [p.ns for p in read(file)[2]]
    assert at["ns"] == [ps // 1000 for ps in at["ps"]] and any(ps % 1000 for ps in at["ps"])
    read_by = {"tshark": output_of("tshark", "-r", folder / "ns.pcapng", "-T", "fields", "-e", "frame.time_epoch"),
               "tcpdump": output_of("tcpdump", "-tt", "--nano", "-nr", folder / "ns.pcapng")}
    for tool, text in read_by.items():
        seconds = [line.split()[0] for line in text.splitlines() if line[:1].isdigit()]
        assert [int(s.replace(".", "")) for s in seconds] == at["ns"], (tool, seconds)


def damaged(folder):
    """Captures with a few wrong octets: exit code 0, or 2 with one sentence and no results."""
    whole, draw, refused = LAN_MIX.read_bytes(), random.Random(1), 0
    for number in range(60):
        octets = bytearray(whole[:draw.choice((len(whole), draw.randrange(len(whole))))])
        for _ in range(draw.randrange(4)):
            octets[draw.randrange(min(len(octets), 400))] = draw.choice((0, 1, 0x7F, 0x80, 0xFF))
        (folder / "damaged.pcap").write_bytes(octets)
        out = folder / f"damaged_{number}"
        done = niclab("run", "transmit", "--runs", "1", "--out", out, "--set", f"workload.pcap={folder / 'damaged.pcap'}", expect=(0, 2))
        assert done.returncode == 0 or done.stderr.count("\n") == 1 and "; expected " in done.stderr and not out.exists(), done.stderr
        refused += done.returncode == 2
    assert 10 < refused < 60, refused


with tempfile.TemporaryDirectory() as temporary:
    check_all((link_types, merged, formats, own_taps, split, times, damaged), pathlib.Path(temporary))
