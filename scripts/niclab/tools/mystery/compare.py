"""A comparison of benches: the distance of their numbers, in units of the change by another seed."""
import dataclasses
import pathlib
import statistics
import tempfile
from collections.abc import Sequence

from niclab.tools.mystery import bench, features, measured
from niclab.tools.mystery.capture import LINE
from niclab.tools.mystery.faults import Hidden
from niclab.tools.mystery.features import TX_CLOCK, Features

FLOOR = 0.003   # of a number: less is not seen, whatever the seeds say
LEAST = 1e-6    # of any unit
CLOCK_WINDOW_US = (760, 810)  # in the first run, because oscillators stop between runs
Spread = Features


def instruments(run: pathlib.Path) -> list[str]:
    """As much of a student's waveform and capture as is made into numbers here."""
    begin, end = CLOCK_WINDOW_US
    return ["--pcap", str(run / "capture.pcapng"), "--pcap-taps", LINE, "--vcd", str(run / "waveform.vcd"), "--vcd-signals", f"*{TX_CLOCK}",
            "--vcd-from", str(begin), "--vcd-to", str(end)]


def observe(seed: int, settings: Sequence[str]) -> Features:
    """Both phases of a bench as numbers, each with its phase before its name."""
    found: Features = {}
    with tempfile.TemporaryDirectory(prefix="niclab_mystery_") as folder:
        for phase in bench.PHASES:
            run, seen = pathlib.Path(folder) / "run" / phase.name, pathlib.Path(folder) / phase.name
            bench.simulate(phase, seed, settings, run, instruments(run))
            measured.keep(run, seen, ("capture.pcapng", "waveform.vcd"))
            found |= {f"{phase.name}: {name}": value for name, value in features.of_phase(seen).items()}
    return found


def spread(several: Sequence[Features]) -> Spread:
    """Standard deviation of each number over benches that differ in their seed only."""
    names = set().union(*several)
    return {name: statistics.stdev([one.get(name, 0.0) for one in several]) for name in names}


@dataclasses.dataclass(frozen=True)
class Difference:
    """`times`: how often the spread of the seeds goes into it."""
    name: str
    first: float
    second: float
    times: float


def differences(first: Features, second: Features, spreads: Sequence[Spread]) -> list[Difference]:
    """All, the clearest first."""
    found = []
    for name in sorted(set(first) | set(second)):
        a, b = first.get(name, 0.0), second.get(name, 0.0)
        unit = max(LEAST, FLOOR * max(abs(a), abs(b)), *(one.get(name, 0.0) for one in spreads))
        found.append(Difference(name, a, b, abs(a - b) / unit))
    return sorted(found, key=lambda d: -d.times)


def observe_hidden(hidden: Hidden, seed: int) -> Features:
    return observe(seed, hidden.settings)
