"""The same experiment and seed give the same bytes; another seed gives others.

`--long`: ten experiments twenty times each, all files, on a machine that has more to do than it has
processors.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from common import bytes_of, check_all, named, niclab, run

LONG = "--long" in sys.argv
TAPS = "cells,pdus,sent_pdus,packets,line_cells,frames"
# Each way in which a run is made: links at rest or at signal level all along, faults, several hosts,
# Ethernet, both levels.
REPEATED = {
    "echo": ["--runs", "3"],
    "stream": ["--set", "workload.count=30", "--report", "report.html", "--timeline", "timeline.json"],
    "busy_bus": ["--vcd", "wave.vcd"],
    "noisy_line": ["--set", "workload.count=100", "--pcap", "capture.pcapng", "--pcap-taps", TAPS],
    "light_off": [],
    "star": ["--runs", "1"],
    "analyzer": ["--runs", "1"],
    "ethernet_echo": ["--pcap", "capture.pcapng", "--pcap-taps", TAPS],
    "ethernet_segment": [],
    "pair": [],
}
TIMES = 20


def results(folder):
    """Without what differs by design between equal runs."""
    found = json.loads((folder / "results.json").read_text())
    assert found.pop("provenance")["wall_s"] > 0 and found["speed"]["simulated_us"] > 0
    return found


def summary(folder):
    return re.sub(r"^made by: .*\n", "", (folder / "summary.txt").read_text(), flags=re.M)


def files_are_the_same(a, b, _):
    for name in ("pdus.csv", "pci.csv", "w.vcd", "c.pcapng", "w.gtkw"):
        assert (a / name).read_bytes() == (b / name).read_bytes(), name
    print("identical:", (a / "w.vcd").stat().st_size, "octets of waveform")


def results_are_the_same(a, b, c):
    first, second, _ = map(results, (a, b, c))
    assert first == second
    assert list(first) == list(second)


def summaries_are_the_same(a, b, _):
    assert summary(a) == summary(b)


def another_seed_differs(a, _, c):
    assert (a / "pdus.csv").read_bytes() != (c / "pdus.csv").read_bytes()


def files_of(experiment, words):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        done = niclab("run", experiment, *words, "--quiet", "--out", folder / "out", cwd=folder, expect=(0, 1))  # 1: a rule is broken
        return bytes_of(folder) | {"exit code": done.returncode}


def repeated(experiment, words):
    first = files_of(experiment, words)
    assert len(first) > 4, first.keys()
    for time in range(1, TIMES):
        again = files_of(experiment, words)
        differ = [name for name in first.keys() | again.keys() if first.get(name) != again.get(name)]
        assert not differ, f"{differ} differ the {time + 1}th time: niclab run {experiment} {' '.join(words)}"


def on_a_loaded_machine():
    others = [subprocess.Popen([sys.executable, "-c", "while True: list(range(100000))"]) for _ in range(2 * os.cpu_count())]
    try:
        check_all([named(experiment, repeated, experiment, words) for experiment, words in REPEATED.items()])
    finally:
        for other in others:
            other.kill()
            other.wait()


if LONG:
    on_a_loaded_machine()
else:
    with tempfile.TemporaryDirectory() as temporary:
        folders = [pathlib.Path(temporary) / name for name in ("a", "b", "c")]
        for folder, seed in zip(folders, (5, 5, 6)):
            folder.mkdir()
            run("echo", "--runs", "2", "--seed", seed, "--vcd", folder / "w.vcd", "--pcap", folder / "c.pcapng", folder=folder)
        check_all((files_are_the_same, results_are_the_same, summaries_are_the_same, another_seed_differs), *folders)
