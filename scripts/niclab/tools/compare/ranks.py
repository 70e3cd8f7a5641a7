"""The ranks of a comparison: every question with every subject's rank, shared where no difference
was seen.
"""
import dataclasses
from collections.abc import Callable, Sequence

from niclab.counts import count_of
from niclab.intervals import Interval
from niclab.tools.compare.comparison import Comparison, Row
from niclab.tools.compare.rows import usual_size

MOST_SIZES = 5  # of throughput in the table of ranks
UNUSABLE = 0.1  # of the best throughput
WORTH_A_RANK = 0.001  # of the best: less is no difference, however sure

UTILISATION = " utilisation"
# Groups of rows.py and ends of names there, what a reader calls them, their unit of his, whether
# more is better, how many of theirs make one of his.
QUESTIONS = (("throughput", "", "Throughput, {}", "Mb/s", True, 1.0), ("line full", "CPU time a packet, both hosts", "CPU a packet, line full", "us", False, 1.0),
             ("line full", UTILISATION, "{} busy, line full", "%", False, 1.0), ("overload", "packets lost", "Packets lost, overload", "%", False, 1.0),
             ("cost", "SRAM", "Memory on the card", "KiB", False, 1 / 8192))


@dataclasses.dataclass(frozen=True)
class Question:
    """`ranks` and `values` by subject; None where a subject has no such thing. `larger`: more is better."""
    words: str
    unit: str
    larger: bool
    ranks: tuple[int | None, ...]
    values: tuple[Interval | None, ...]

    @property
    def order(self) -> list[int]:
        """Subjects that have it, the best first."""
        there = [(-v.mean if self.larger else v.mean, i) for i, v in enumerate(self.values) if v]
        return [i for _, i in sorted(there)]

    def unusable(self, i: int) -> bool:
        best, own = self.values[self.order[0]], self.values[i]
        return self.larger and best is not None and own is not None and own.mean < UNUSABLE * best.mean


def worth_a_rank(gap: Interval, best: Interval) -> bool:
    return gap.excludes_zero and abs(gap.mean) > WORTH_A_RANK * abs(best.mean)


def shared_ranks(values: Sequence[Interval | None], between: Callable[[int, int], Interval | None], larger: bool) -> tuple[int | None, ...]:
    """A rank is that of the best of its group: of those between whom and that best no difference was seen."""
    there = {i: value for i, value in enumerate(values) if value is not None}
    order = sorted(there, key=lambda i: -there[i].mean if larger else there[i].mean)
    ranks: list[int | None] = [None] * len(values)
    best, rank = -1, 0
    for place, i in enumerate(order, 1):
        gap = between(best, i) if best >= 0 else None
        if gap is None or worth_a_rank(gap, there[best]):
            best, rank = i, place
        ranks[i] = rank
    return tuple(ranks)


def throughput_of(measure: str) -> str:
    return QUESTIONS[0][2].format(measure)


def question(words: str, unit: str, row: Row, count: int, larger: bool, factor: float) -> Question:
    values = tuple(row.interval(i) for i in range(count))
    scaled = tuple(Interval(v.mean * factor, v.half * factor) if v else None for v in values)
    return Question(words, unit, larger, shared_ranks(values, row.between, larger), scaled)


def questions(comparison: Comparison) -> list[Question]:
    """All that two subjects at least have: every size's throughput is one by itself."""
    count = len(comparison.subjects)
    found = [question("Driver to driver", "us", Row(comparison.rows[0].measure, comparison.total().values), count, False, 1.0)]
    for group, name, words, unit, larger, factor in QUESTIONS:
        for row in comparison.rows:
            if row.measure.group.startswith(group) and row.measure.name.endswith(name):
                found.append(question(words.format(row.measure.name.removesuffix(UTILISATION)), unit, row, count, larger, factor))
    return [q for q in found if sum(value is not None for value in q.values) > 1]


def main_questions(asked: Sequence[Question]) -> list[Question]:
    """As many as a table holds: of many sizes some, the smallest and the largest among them."""
    sizes = [q for q in asked if q.larger]
    kept = sizes if len(sizes) <= MOST_SIZES else [sizes[round(k * (len(sizes) - 1) / (MOST_SIZES - 1))] for k in range(MOST_SIZES)]
    return [q for q in asked if not q.larger or q in kept]


def firsts(asked: Sequence[Question], subject: int) -> int:
    """In how many questions a subject is first, alone or shared."""
    return sum(q.ranks[subject] == 1 for q in asked)


def order(asked: Sequence[Question], count: int) -> list[int]:
    """Subjects, those with most firsts at the top."""
    return sorted(range(count), key=lambda i: -firsts(asked, i))


def different_questions(comparison: Comparison) -> list[Question]:
    """Each question once: throughput with packets of the usual size, whatever the number of sizes."""
    asked, size = questions(comparison), usual_size(comparison.options.sizes)
    usual = [q for q in asked if q.words == throughput_of(f"{size} octet{'s' * (size > 1)}")]
    return [q for q in asked if not q.larger or not usual or q in usual]


def headline(asked: Sequence[Question], names: Sequence[str]) -> str:
    """Which subject is first in which question, those with most questions at the top."""
    equal = [q.words for q in asked if sum(rank == 1 for rank in q.ranks) == sum(rank is not None for rank in q.ranks)]
    open_ones = [q for q in asked if q.words not in equal]
    sentences = []
    for i in order(open_ones, len(names)):
        won = [q.words + ("" if sum(rank == 1 for rank in q.ranks) == 1 else " (shared)") for q in open_ones if q.ranks[i] == 1]
        if won:
            sentences.append(f"{names[i]} is first in {len(won)} of {count_of(len(asked), 'question')}: {'; '.join(won)}.")
    if equal:
        sentences.append(f"No difference was seen in {'; '.join(equal)}.")
    return " ".join(sentences)
