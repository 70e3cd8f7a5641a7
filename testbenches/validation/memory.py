"""A long run keeps little of each packet: what its files need, and neither what the packet carried
nor how it got there.

The largest resident size of two runs is compared, not a time. Both have more packets than
attribution.csv writes out. Linux counts resident pages per processor and adds them up late, so that
a peak may be off by half a mebibyte. The runs are 4000 packets apart, so that this is 130 octets a
packet.
"""
import os
import pathlib
import subprocess
import tempfile

from common import NICLAB, ROOT, check_all, named, settings

FEW, MANY = 2050, 6050
CARRIED = 400  # octets of a packet
MOST = 800  # octets for a packet, one each way: two rows, stages and percentiles take about 550


def peak_octets(card, count):
    with tempfile.TemporaryDirectory() as temporary:
        words = settings(client__card=card, server__card=card, workload__count=count, workload__sizes=f"[{CARRIED}]", run__limit="60 s")
        run = subprocess.Popen([NICLAB, "run", ROOT / "testbenches/experiments/stream.toml", *words, "--quiet", "--out", pathlib.Path(temporary) / "out"],
                               stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        assert os.waitstatus_to_exitcode(status) == 0, status
        return usage.ru_maxrss * 1024


def a_packet_keeps_little(card):
    kept = (peak_octets(card, MANY) - peak_octets(card, FEW)) / (MANY - FEW)
    print(f"{card}: {kept:.0f} octets a packet each way")
    assert kept < MOST, f"{kept:.0f} octets a packet found, at most {MOST} wanted"


check_all([named(f"a_packet_of_{card}_keeps_little", a_packet_keeps_little, card) for card in ("idt77901", "pca200e_like")])
