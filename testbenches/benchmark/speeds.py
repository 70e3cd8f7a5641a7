#!/usr/bin/env python3
"""Measures what runs of niclab cost: CPU time, as the two tables of docs/explanation/speed.md.

    testbenches/benchmark/speeds.py PROGRAM [ROUNDS] > speeds.txt
    scripts/update_readme.py --speeds speeds.txt

A figure is the median of ROUNDS runs (default 5) of user and system time. The cases take turns, so
that other work on the machine disturbs all of them alike.
"""
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile


@dataclasses.dataclass(frozen=True)
class Case:
    title: str
    arguments: tuple[str, ...]


IDLE = ("--set", 'run.idle_min="999 ms"', "--set", 'run.idle_max="999 ms"')
STREAM = ("stream", "--set", "workload.count=500")
ECHO = ("echo", "--runs", "60")
# Of real experiments: how long a simulated second takes.
RUNS = (
    Case("stream: two ATM cards, line full both ways", STREAM),
    Case("echo: 200 octets over TCP, one at a time", ("echo", "--runs", "200")),
    Case("transmit: a packet per second, idle line", ("transmit", "--runs", "11", *IDLE)),
    Case("ethernet_segment: five stations at 10 Mb/s", ("ethernet_segment", "--set", 'run.duration="1 s"')),
    Case("borriss: coarse level, two PCs and a switch", ("borriss", "--set", 'run.duration="60 s"')),
)
# What is added to two runs; the first is the run itself.
ADDED = (
    Case("without checkers", ("--no-check",)),
    Case("as it is", ()),
    Case("with a capture", ("--pcap", "capture.pcapng")),
    Case("with a report", ("--report", "report.html")),
    Case("with a waveform of 60 us", ("--vcd", "window.fst", "--vcd-from", "900", "--vcd-to", "960")),
    Case("with a waveform of the whole run", ("--vcd", "whole.fst")),
    Case("with every link at signal level", ("--fidelity", "signal")),
)


def cpu_s(program: pathlib.Path, folder: str, arguments: tuple[str, ...]) -> float:
    """User and system time of one run, in seconds, with those of the processes that it starts."""
    before = os.times()
    subprocess.run([program, "run", *arguments, "--out", "out"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def simulated_s(folder: str) -> float:
    """Simulated time of the last run, in seconds."""
    results = json.loads((pathlib.Path(folder) / "out/results.json").read_text())
    speed = results.get("speed", {})
    return float(speed.get("simulated_us", 1e6 * speed.get("simulated_s", 0))) * 1e-6


def main() -> int:
    program = pathlib.Path(sys.argv[1]).resolve()
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    costs: dict[str, list[float]] = {}
    simulated: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for case in RUNS:
                costs.setdefault(case.title, []).append(cpu_s(program, folder, case.arguments))
                simulated[case.title] = simulated_s(folder)
            for name, base in (("stream", STREAM), ("echo", ECHO)):
                for case in ADDED:
                    costs.setdefault(f"{name} {case.title}", []).append(cpu_s(program, folder, (*base, *case.arguments)))
    print(f"{'run':<44} {'simulated':>10} {'CPU time':>10} {'CPU s per simulated s':>23}")
    for case in RUNS:
        cost = statistics.median(costs[case.title])
        print(f"{case.title:<44} {simulated[case.title]:>8.3f} s {cost:>8.2f} s {cost / simulated[case.title]:>23.3g}")
    print(f"\n{'added':<34} {'stream':>10} {'ratio':>6} {'echo':>10} {'ratio':>6}")
    for case in ADDED:
        cells = []
        for name in ("stream", "echo"):
            cost, base = (statistics.median(costs[f"{name} {title}"]) for title in (case.title, "as it is"))
            cells.append(f"{cost:>8.2f} s {cost / base:>6.2f}")
        print(f"{case.title:<34} {' '.join(cells)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
