"""The bench a mystery is built on: two phases of the same two hosts, and what instruments leave of
a run.
"""
import dataclasses
import pathlib
from collections.abc import Sequence

from niclab import files, program

SIZES = "[1, 40, 400, 1500, 9180]"
TAPS = "cells,pdus,packets,line_cells"


@dataclasses.dataclass(frozen=True)
class Phase:
    """`window_us`: of the waveform, simulated time: the first run of a healthy bench, or the begin of it."""
    name: str
    what: str
    mode: str
    count: int
    window_us: tuple[int, int]


PHASES = (Phase("alone", "one packet at a time, there and back", "echo", 1, (500, 2800)),
          Phase("stream", "queues kept full, both ways at once", "stream", 3, (500, 1800)))


def experiment(phase: Phase, seed: int) -> str:
    """The healthy bench as an experiment file, which a student may run and change."""
    return f"""# A healthy bench, {phase.what}.
[run]
mode = "{phase.mode}"
runs = 2
seed = {seed}
limit = "20 ms"

[workload]
protocol = "raw"
sizes = {SIZES}
count = {phase.count}

[client]
profile = "ideal"
card = "idt77901"

[server]
profile = "ideal"
card = "idt77901"

[host]
interrupt_us = 12

[line]
clock_tolerance_ppm = 5
"""


def instruments(phase: Phase, folder: pathlib.Path) -> list[str]:
    """Options that make the waveform, the capture, and the timeline, by which runs are placed in
    simulated time.
    """
    begin, end = phase.window_us
    return ["--vcd", str(folder / "waveform.vcd"), "--vcd-from", str(begin), "--vcd-to", str(end), "--pcap", str(folder / "capture.pcapng"),
            "--pcap-taps", TAPS, "--timeline", str(folder / "timeline.json")]


def simulate(phase: Phase, seed: int, settings: Sequence[str], out: pathlib.Path, more: Sequence[str] = ()) -> None:
    """Runs a phase into `out`. A run that breaks a rule of a bus is a run: what it broke is seen.

    Raises WrongInput with the program's sentence."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{phase.name}.toml"
    files.write(file, experiment(phase, seed))
    words = [word for setting in settings for word in ("--set", setting)]
    ended = program.call(["run", str(file), "--out", str(out), *words, *more, "--quiet"], lambda share, what: None)
    if ended.code not in (0, 1) or not (out / "results.json").exists():
        raise RuntimeError(ended.sentence)
