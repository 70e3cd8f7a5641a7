"""Captures of runs in which things go wrong: damaged PDUs, interrupts, kills, and options that make
no sense.
"""
import collections
import pathlib
import signal
import subprocess
import tempfile

from capture_blocks import read
from capture_file import HEC, dissect, pdu_is_right
from common import NICLAB, ROOT, check_all, niclab, run, settings, wait_for_growth

ECHO = ROOT / "testbenches/experiments/echo.toml"


def damaged_pdus(folder):
    """PDUs with a wrong bit: tshark finds exactly those that the driver found, in the order of pdus.csv."""
    capture = folder / "damaged.pcapng"
    results, rows = run("transmit", "--runs", "6", "--pcap", capture, "--pcap-taps", "cells,pdus,sent_pdus,packets",
                        *settings(workload__protocol="udp", line__bit_error_rate="2e-5"))
    status = collections.Counter(row["status"] for row in rows)
    assert status["crc_error"] > 2 and status["ok"] > 2, status
    packets = read(capture)[2]
    verdict = collections.defaultdict(list)
    for packet, said in zip(packets, dissect(capture)):
        if HEC in said:
            assert said[HEC].endswith("(correct)"), "the PHY corrects a header or drops its cell"
        if "atm.cells" in said:
            good = pdu_is_right(said)
            verdict[packet.interface].append(good)
            if packet.interface.endswith(" pdus"):
                assert good == (packet.comment.split(";")[0].split()[-1] == "ok"), packet.comment
    assert all(verdict["client_to_server sent_pdus"]) and len(verdict["client_to_server sent_pdus"]) == len(rows)
    assert verdict["client_to_server pdus"].count(False) >= status["crc_error"]
    assert sum(p.interface.endswith(" packets") for p in packets) == status["ok"], "what is damaged is no packet"
    print(f"{status['crc_error']} of {len(rows)} PDUs damaged, the same for tshark and for the driver")


def start(folder, capture, *arguments):
    return subprocess.Popen([NICLAB, "run", str(ECHO), "--runs", "100000", "--out", str(folder / "out"), "--pcap", str(capture),
                             *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def interrupted(folder):
    """Ctrl-C: the capture is whole, and every packet but those on their way has its comment."""
    capture = folder / "interrupted.pcapng"
    process = start(folder, capture, "--pcap-taps", "pdus,packets,frames")
    wait_for_growth(folder / "out", process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 130
    packets = read(capture)[2]
    assert [p.ns for p in packets] == sorted(p.ns for p in packets)
    words = [p for p in packets if p.interface.endswith(("pdus", "packets"))]
    late = [p for p in words if "not delivered when this was written" in p.comment]
    assert len(words) > 20 and len(late) <= 2 and all(p.comment for p in words)
    assert len(dissect(capture)) == len(packets)
    print(f"interrupted: {len(packets)} packets, {len(late)} of them on their way")


def killed(folder):
    """A kill leaves no capture."""
    capture = folder / "killed.pcapng"
    process = start(folder, capture)
    wait_for_growth(folder / "out", process)
    process.kill()
    process.communicate(timeout=300)
    assert not capture.exists()


def refused(folder):
    """Before the run, in one sentence, and nothing is left."""
    (folder / "full").mkdir()
    for arguments in (["--pcap", "full"], ["--pcap", "none/c.pcapng"], ["--pcap", "w.vcd", "--vcd", "w.vcd"],
                      ["--pcap-taps", "cells"], ["--pcap", "c.pcapng", "--pcap-taps", "cells,cell"],
                      ["--pcap", "c.pcapng", "--pcap-taps", ""], ["--pcap", "c.pcapng", "--pcap-taps", "pdus,pdus"]):
        done = niclab("run", ECHO, "--out", "o", *arguments, cwd=folder, expect=2)
        print(" ".join(arguments), "->", done.stderr.strip())
        assert done.stderr.count("\n") == 1 and done.stdout == ""
    assert not list(folder.glob("c.*")) and not list(folder.glob("w.*")) and not list((folder / "full").iterdir())
    assert not any((folder / "o").glob("*"))


with tempfile.TemporaryDirectory() as temporary:
    check_all((damaged_pdus, interrupted, killed, refused), pathlib.Path(temporary))
