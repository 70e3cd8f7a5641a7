"""Values of a VCD file, for the page that reads one."""
import pathlib
from collections.abc import Iterator


def changes(path: pathlib.Path, names: set[str]) -> Iterator[tuple[float, str, str]]:
    """(time in us, signal, value) of each change of these signals, in the order of time. The
    timescale is 1 ps.
    """
    signals: dict[str, str] = {}
    scopes: list[str] = []
    time = 0.0
    for line in path.read_text().splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var") and ".".join([*scopes, words[4]]) in names:
            signals[words[3]] = ".".join([*scopes, words[4]])
        elif line.startswith("#"):
            time = int(line[1:]) / 1e6
        elif len(words) == 2 and words[1] in signals:
            yield time, signals[words[1]], words[0][1:]
        elif len(words) == 1 and line[1:] in signals:
            yield time, signals[line[1:]], line[0]


def clocks(path: pathlib.Path, names: list[str], begin: float, end: float) -> Iterator[tuple[float, list[str]]]:
    """(time in us, values) at each time from `begin` to `end` at which one of these signals changes."""
    now = dict.fromkeys(names, "-")
    last: float | None = None
    for time, name, value in changes(path, set(names)):
        if last is not None and time != last and begin <= last <= end:
            yield last, [now[n] for n in names]
        now[name], last = value, time
