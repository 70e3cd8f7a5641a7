"""Whether the wires of a healthy and a faulty bench differ where a student says so."""
import dataclasses
import pathlib
import re
import tempfile

from niclab.errors import WrongInput
from niclab.scene import vcd
from niclab.tools.lesson.units import in_unit
from niclab.tools.mystery import bench
from niclab.tools.mystery.draw import Mystery

AROUND_US = 0.5  # on both sides of the named moment
FORM = re.compile(r"(\w+)\s+(\S+)\s+(.+)")

Changes = list[tuple[int, int | None]]


@dataclasses.dataclass(frozen=True)
class Evidence:
    phase: bench.Phase
    signal: str
    time_us: float


def read(text: str) -> Evidence:
    """PHASE SIGNAL TIME. Raises WrongInput."""
    found = FORM.fullmatch(text)
    phase = next((p for p in bench.PHASES if found and p.name == found[1]), None)
    if not found or phase is None:
        raise WrongInput(f"'{text}' is not evidence; expected {' or '.join(p.name for p in bench.PHASES)}, a signal and a time, such as "
                         f'"{bench.PHASES[0].name} client.pci.REQ_n 1234.5 us"')
    try:
        time = in_unit(found[3], "us")
    except ValueError as error:
        raise WrongInput(f"{error}; expected a time such as 1234.5 us") from error
    begin, end = phase.window_us
    if not begin <= time <= end:
        raise WrongInput(f"'{found[3]}' is outside the waveform; expected {begin} to {end} us")
    return Evidence(phase, found[2], time)


def around(given: Evidence, seed: int, settings: tuple[str, ...]) -> Changes:
    """Value before, and changes within, the moment's neighbourhood. Raises WrongInput where there
    is no such signal.
    """
    with tempfile.TemporaryDirectory(prefix="niclab_mystery_") as folder:
        run = pathlib.Path(folder)
        begin, end = given.time_us - AROUND_US, given.time_us + AROUND_US
        bench.simulate(given.phase, seed, settings, run, ["--vcd", str(run / "w.vcd"), "--vcd-signals", given.signal, "--vcd-from", str(begin),
                                                          "--vcd-to", str(end)])
        signals = vcd.read(run / "w.vcd")[0]
    if len(signals) != 1:
        raise WrongInput(f"unknown signal '{given.signal}'; expected one signal of niclab list signals")
    changes = next(iter(signals.values())).changes
    return [(max(time, int(begin * 1e6)), value) for time, value in changes]


def holds(given: Evidence, mystery: Mystery) -> bool:
    return around(given, mystery.bench_seed, ()) != around(given, mystery.bench_seed, mystery.hidden.settings)
