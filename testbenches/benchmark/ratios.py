#!/usr/bin/env python3
"""Compares what runs of two programs cost, such as this one and that of an earlier commit:

    testbenches/benchmark/ratios.py OLD_PROGRAM NEW_PROGRAM [--rounds 9] [--only WORD]

Each round runs a case with one program and then with the other, so that other work on the machine
disturbs both alike. Printed are the medians of CPU time (user and system) and of elapsed time, and
their ratios. Waveforms must have the same bytes; an FST is compared by fst2vcd if that is
installed. The rows `pairs` and `sweep` are elapsed time on all processors.

Small files are kept until all is measured. After thousands of files were removed, ext4 can take
longer to create others for some minutes.
"""
import argparse
import dataclasses
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

WAVE_GOALS = {"stream": ("0.33", "0.68"), "busy_bus": ("0.33", "0.68"), "echo": ("0.25", "0.42"), "transmit": ("0.25", "0.42")}  # FST, VCD
PAIRS, PACKETS = 32, 60


@dataclasses.dataclass(frozen=True)
class Case:
    title: str
    arguments: tuple[str, ...]
    at_most: str = ""
    wave: str = ""  # file that must be equal
    elapsed: bool = False  # the limit is one of elapsed time


def cases() -> list[Case]:
    seeds = ",".join(map(str, range(1, 201)))
    found = [Case("echo --runs 1", ("run", "echo", "--runs", "1"), "0.75"), Case("stream", ("run", "stream"), "0.8"),
             Case("stream, window of 60 us", ("run", "stream", "--vcd", "w.vcd", "--vcd-from", "3000", "--vcd-to", "3060"), "1.05", "w.vcd"),
             Case("stream --report", ("run", "stream", "--report", "r.html"), "0.4 s")]
    for experiment, (fst, vcd) in WAVE_GOALS.items():
        for ending, limit in (("fst", fst), ("vcd", vcd)):
            found.append(Case(f"{experiment}, {ending.upper()} of everything", ("run", experiment, "--vcd", f"w.{ending}"), limit, f"w.{ending}"))
    return [*found, Case(f"{2 * PAIRS} hosts in {PAIRS} busy pairs", ("run", "pairs.toml"), "0.65", "out/pci.csv", True),
            Case("sweep, 200 points of echo --runs 5", ("sweep", "echo", "--runs", "5", "--vary", f"run.seed={seeds}"), "0.65", "", True)]


def pairs() -> str:
    text = '[defaults.host]\nprofile = "ideal"\n'
    for i in range(PAIRS):
        text += f'[[host]]\nname = "a{i}"\n[[host]]\nname = "b{i}"\n[[link]]\nends = ["a{i}", "b{i}"]\n'
        text += f'[[flow]]\nfrom = "a{i}"\nto = "b{i}"\nkind = "stream"\nprotocol = "raw"\nsizes = [1500]\ncount = {PACKETS}\n'
    return text


def content(file: pathlib.Path) -> list[bytes]:
    """The changes of a waveform in an order that does not depend on its writer; other files as they are."""
    if file.suffix != ".fst":
        return [file.read_bytes()]
    if not shutil.which("fst2vcd"):
        return []
    found: list[bytes] = []
    for moment in subprocess.run(["fst2vcd", file], capture_output=True, check=True).stdout.partition(b"$enddefinitions")[2].split(b"\n#"):
        first, *changes = moment.split(b"\n")
        found += [first, *sorted(changes)]
    return found


def processor_seconds() -> float:
    """Of all processes that have ended, to the microsecond."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(program: str, case: Case, folder: pathlib.Path) -> tuple[float, float]:
    """CPU and elapsed seconds, in a new folder."""
    folder.mkdir()
    (folder / "pairs.toml").write_text(pairs())
    before, begin = processor_seconds(), time.monotonic()
    subprocess.run([program, *case.arguments, "--out", "out"], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    elapsed = time.monotonic() - begin
    return processor_seconds() - before, elapsed


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("old", type=os.path.abspath)
    parser.add_argument("new", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="", help="word of the titles of the cases to run")
    arguments = parser.parse_args()
    print("| run | before | now | CPU ratio | elapsed ratio | at most | same bytes |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as temporary:
        for number, case in enumerate(cases()):
            if arguments.only not in case.title:
                continue
            measured, folders = [], []
            for k in range(arguments.rounds):
                for folder in folders if case.wave else ():
                    (folder / case.wave).unlink()
                folders = [pathlib.Path(temporary) / f"case{number}_round{k}_{name}" for name in ("old", "new")]
                measured.append([run(program, case, folder) for program, folder in zip((arguments.old, arguments.new), folders)])
            (old_cpu, old_elapsed), (new_cpu, new_elapsed) = ([statistics.median(one[i][k] for one in measured) for k in (0, 1)] for i in (0, 1))
            contents = [content(folder / case.wave) for folder in folders] if case.wave else []
            same = "" if not contents else "not compared" if not contents[0] else "yes" if contents[0] == contents[1] else "NO"
            shown = (old_elapsed, new_elapsed) if case.elapsed else (old_cpu, new_cpu)
            print(f"| `{case.title}` | {shown[0]:.3f} s | {shown[1]:.3f} s | {new_cpu / old_cpu:.2f} | {new_elapsed / old_elapsed:.2f} | "
                  f"{case.at_most}{' elapsed' * case.elapsed} | {same} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
