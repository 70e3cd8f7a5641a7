"""Who is first in what: every question with every subject's rank, shared where no difference was seen."""
import dataclasses
from collections.abc import Callable, Sequence

from niclab.intervals import Interval
from niclab.tools.compare.comparison import Comparison, Row

# Groups and names of rows.py, what a reader calls them, whether more is better, and what their unit is of his.
QUESTIONS = (("throughput", None, "{}, Mb/s", True, 1.0), ("line full", "CPU time a packet, both hosts", "CPU a packet, us", False, 1.0),
             ("line full", "PCI utilisation", "PCI busy, %", False, 1.0), ("overload", "packets lost", "lost in overload, %", False, 1.0),
             ("cost", "SRAM", "SRAM, KiB", False, 1 / 8192))


@dataclasses.dataclass(frozen=True)
class Question:
    """`ranks` and `means` by subject; None where a subject has no such thing."""
    words: str
    ranks: tuple[int | None, ...]
    means: tuple[float | None, ...]


def shared_ranks(values: Sequence[Interval | None], between: Callable[[int, int], Interval | None], larger: bool) -> tuple[int | None, ...]:
    """A rank is that of the best of its group: of those between whom and that best no difference was seen."""
    there = [i for i, value in enumerate(values) if value is not None]
    order = sorted(there, key=lambda i: -values[i].mean if larger else values[i].mean)  # type: ignore[union-attr]
    ranks: list[int | None] = [None] * len(values)
    best, rank = -1, 0
    for place, i in enumerate(order, 1):
        gap = between(best, i) if best >= 0 else None
        if gap is None or gap.excludes_zero:
            best, rank = i, place
        ranks[i] = rank
    return tuple(ranks)


def question(words: str, row: Row, count: int, larger: bool, factor: float) -> Question:
    values = tuple(row.interval(i) for i in range(count))
    return Question(words, shared_ranks(values, row.between, larger), tuple(v.mean * factor if v else None for v in values))


def questions(comparison: Comparison) -> list[Question]:
    count = len(comparison.subjects)
    found = [question("driver to driver, us", Row(comparison.rows[0].measure, comparison.total().values), count, False, 1.0)]
    for group, name, words, larger, factor in QUESTIONS:
        for row in comparison.rows:
            if row.measure.group.startswith(group) and name in (None, row.measure.name):
                found.append(question(words.format(row.measure.name), row, count, larger, factor))
    return found


def firsts(asked: Sequence[Question], subject: int) -> int:
    """In how many questions a subject is first, alone or shared."""
    return sum(q.ranks[subject] == 1 for q in asked)


def order(asked: Sequence[Question], count: int) -> list[int]:
    """Subjects, those with most firsts at the top."""
    return sorted(range(count), key=lambda i: -firsts(asked, i))
