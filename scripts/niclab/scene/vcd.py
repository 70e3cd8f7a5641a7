"""Reads a waveform file: each signal's changes, in picoseconds."""
import dataclasses
import pathlib
from collections.abc import Container, Iterable


@dataclasses.dataclass
class Signal:
    """`changes`: (time, value), the first at the file's begin; a value is an integer, or None where
    nobody drives.
    """
    name: str
    bits: int
    changes: list[tuple[int, int | None]]


BITS: dict[str, int | None] = {"0": 0, "1": 1, **dict.fromkeys("xzXZ")}


def value_of(digits: str) -> int | None:
    return None if digits[0] in "zxZX" else int(digits, 2)


def read_header(lines: Iterable[str]) -> dict[str, Signal]:
    """Identifier codes to signals."""
    scopes: list[str] = []
    by_code: dict[str, Signal] = {}
    for words in map(str.split, lines):
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            by_code[words[3]] = Signal(".".join([*scopes, words[4]]), int(words[2]), [])
        elif words[:1] == ["$enddefinitions"]:
            break
    return by_code


def names(path: pathlib.Path) -> list[str]:
    """All signals, in the order of the file."""
    with open(path) as f:
        return [signal.name for signal in read_header(f).values()]


def read(path: pathlib.Path, wanted: Container[str] | None = None) -> tuple[dict[str, Signal], int, int]:
    """(signals by name, begin, end); `wanted`: names of those that are read, if not all."""
    now, begin = 0, None
    with open(path) as f:
        lines = iter(f)
        by_code = read_header(lines)
        if wanted is not None:
            by_code = {code: signal for code, signal in by_code.items() if signal.name in wanted}
        appends = {code: signal.changes.append for code, signal in by_code.items()}
        for line in lines:
            first = line[0]
            if first == "#":
                now = int(line[1:])
                begin = now if begin is None else begin
            elif first == "b":
                digits, code = line.split()
                if append := appends.get(code):
                    append((now, value_of(digits[1:])))
            elif first in BITS and (append := appends.get(line[1:-1])):
                append((now, BITS[first]))
    return {s.name: s for s in by_code.values()}, begin or 0, now
