"""The ranks of points for each measure, and whether they are decided: ranks within those that
compete, and how many runs would separate them.
"""
import dataclasses
import math
from collections.abc import Sequence

from niclab.measures import CONFIDENCE
from niclab.results import Json

WORTH_A_WORD = 0.001  # of the better: less is no difference, however sure
ASKED = ("workload.", "run.", "connection.", "pci.traffic.", "flow.")  # keys that say what is asked of the machine: points that differ there do not compete


def half_of(row: Json, column: str) -> float:
    return row.get(column + CONFIDENCE) or 0.0


def differ(a: Json, b: Json, column: str) -> bool:
    """Whether more than both intervals together, and enough to be worth a word, lies between two points."""
    gap = abs(a[column] - b[column])
    return gap > max(math.hypot(half_of(a, column), half_of(b, column)), WORTH_A_WORD * abs(a[column]))


@dataclasses.dataclass(frozen=True)
class Ranked:
    """Points that compete, the best in `column` first. `ranks`: by the point's name; shared with
    the best of a group until a difference to that best is seen.
    """
    name: str
    column: str
    rows: tuple[Json, ...]
    ranks: dict[str, int]

    @property
    def best(self) -> Json:
        return self.rows[0]

    @property
    def firsts(self) -> tuple[Json, ...]:
        return tuple(row for row in self.rows if self.ranks[row["point"]] == 1)


def ranked(name: str, rows: Sequence[Json], column: str, larger: bool) -> Ranked:
    there = sorted((row for row in rows if row.get(column) is not None), key=lambda row: -row[column] if larger else row[column])
    ranks: dict[str, int] = {}
    best, rank = None, 0
    for place, row in enumerate(there, 1):
        if best is None or differ(best, row, column):
            best, rank = row, place
        ranks[row["point"]] = rank
    return Ranked(name, column, tuple(there), ranks)


def asked_keys(varied: Sequence[str]) -> list[str]:
    """Those that say what is asked, where others are varied, too: else every point competes with
    every other.
    """
    asked = [key for key in varied if key.startswith(ASKED)]
    return asked if len(asked) < len(varied) else []


def brief(keys: Sequence[str]) -> list[str]:
    """The keys' last words, where these are not the same."""
    last = [key.rpartition(".")[2] for key in keys]
    return last if len(set(last)) == len(last) else list(keys)


def groups_of(rows: Sequence[Json], keys: Sequence[str]) -> dict[str, list[Json]]:
    """By what the rows have of these keys, in few words."""
    found: dict[str, list[Json]] = {}
    for row in rows:
        found.setdefault(", ".join(f"{name}={row[key]}" for name, key in zip(brief(keys), keys)), []).append(row)
    return found


def runs_to_decide(found: Ranked, runs: int) -> int | None:
    """An estimate of the runs per point that would separate the best from the next that is not yet
    separated from it. None where the order is decided, or where the two are too near. An interval
    shrinks with the root of the number of runs.
    """
    if len(found.firsts) < 2:
        return None
    best, other = found.firsts[:2]
    gap, half = abs(best[found.column] - other[found.column]), math.hypot(half_of(best, found.column), half_of(other, found.column))
    if gap <= WORTH_A_WORD * abs(best[found.column]):
        return None
    return math.ceil(runs * (half / gap) ** 2 - 1e-6)
