"""Two compilers, one result: what the program of the one writes is, octet by octet, what that of
the other does.

    compilers.py PROGRAM OTHER

Compilers differ in the order in which they evaluate, in what they make of floating point, in what
they leave uninitialised.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from common import NICLAB, ROOT, bytes_of, check_all, named, skip

OTHER = pathlib.Path(sys.argv[2])
TAPS = "cells,pdus,sent_pdus,packets,line_cells,frames"
CAPTURE = ["--pcap", "capture.pcapng", "--pcap-taps", TAPS]
# Short runs, each of another part of the program: pins and waveforms, links of complete cells,
# faults, several hosts, both Ethernets, the level of packets.
RUNS = {
    "echo": ["--runs", "1", "--vcd", "wave.vcd", "--vcd-to", "900", "--report", "report.html", "--timeline", "timeline.json", *CAPTURE],
    "transmit": ["--runs", "1", "--set", "client.card=pca200e_like", "--set", "server.card=eni155p_like"],
    "busy_bus": ["--set", "workload.count=15", "--fidelity", "signal", "--vcd", "wave.fst", "--vcd-from", "300", "--vcd-to", "600"],
    "noisy_line": ["--set", "workload.count=200", "--set", "line.to_server.bit_error_rate=1e-5", *CAPTURE],
    "light_off": ["--set", "workload.count=10"],
    "sts12c": ["--set", "workload.count=10"],
    "analyzer": ["--runs", "1", "--set", "workload.sizes=[100]"],
    "star": ["--runs", "1"],
    "ethernet_echo": ["--runs", "1", *CAPTURE],
    "ethernet_segment": [],
    "fast_ethernet": ["--set", "workload.count=12"],
    "pair": [],
    "eberhardt_lan": [],
}


def younger_sources():
    """A source that changed after the other program was built."""
    built = OTHER.stat().st_mtime
    return next((path for folder in ("models", "testbenches/niclab", "testbenches/linux") for ending in ("*.h", "*.cpp", "*.toml")
                 for path in (ROOT / folder).rglob(ending) if path.stat().st_mtime > built), None)


def files_of(program, words):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        done = subprocess.run([program, "run", *words, "--quiet", "--out", "out"], cwd=folder, capture_output=True, text=True, timeout=600)
        assert done.returncode in (0, 1), done.stderr
        return bytes_of(folder) | {"exit code": done.returncode, "said": done.stdout}


def same(words):
    one, other = files_of(NICLAB, words), files_of(str(OTHER.resolve()), words)
    assert one.keys() == other.keys() and len(one) > 4, (one.keys(), other.keys())
    differ = [name for name in one if one[name] != other[name]]
    assert not differ, f"{differ} differ: niclab run {' '.join(words)}"


if not OTHER.exists():
    skip(f"{OTHER} is not built")
if os.path.samefile(NICLAB, OTHER):
    skip("one compiler only: both are the same program")
if source := younger_sources():
    skip(f"{OTHER} is older than {source.relative_to(ROOT)}")
check_all([named(name, same, [name, *words]) for name, words in RUNS.items()])
