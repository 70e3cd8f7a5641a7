"""The comparison as text for the terminal, and as rows for other programs."""
import csv
import io
import re

from niclab import columns
from niclab.intervals import Interval
from niclab.terminal import folded
from niclab.tools.compare.comparison import Comparison, Row
from niclab.tools.compare.findings import answer, findings, rankings
from niclab.tools.compare.rows import Measure

WIDEST = 26  # of a column's head; longer names are listed above the table with their number


def fixed(value: float, decimals: int, sign: str = "") -> str:
    """A number as text; what rounds to zero has no sign."""
    text = f"{value:{sign}.{decimals}f}"
    return text if float(text) else f"{0:.{decimals}f}"


def number(interval: Interval | None, decimals: int) -> str:
    if interval is None:
        return "-"
    text = fixed(interval.mean, decimals)
    return text if decimals == 0 else f"{text} ±{interval.half:.{decimals}f}"


def change(row: Row, i: int) -> str:
    """The difference to the first in words and numbers."""
    d, decimals, first = row.difference(i), row.measure.decimals, row.interval(0)
    if d is None or first is None:
        return "-"
    if d.mean == d.half == 0:
        return "no difference seen"
    span = fixed(d.mean, decimals, "+") + (f" ±{d.half:.{decimals}f}" if decimals else "")
    if not d.excludes_zero:
        return f"no difference seen ({span})"
    return span + (f" ({100 * d.mean / first.mean:+.1f} %)" if first.mean else "")


def label(measure: Measure) -> str:
    return f"{measure.name} ({measure.unit})" if measure.unit else measure.name


def heads(comparison: Comparison) -> list[str]:
    """Names that fit over a column; numbers where one does not."""
    names = [s.name for s in comparison.subjects]
    return names if max(map(len, names)) <= WIDEST else [f"[{i}]" for i in range(1, len(names) + 1)]


def grid(lines: list[tuple[str, str, list[str]]], names: list[str]) -> str:
    """(group, label, cells) as a table with the names over the cells, again with each group."""
    widths = [max(len(row[k]) for row in [names, *(cells for _, _, cells in lines)]) for k in range(len(names))]
    first = max(len(words) for _, words, _ in lines) + 2
    text, group = "", None
    for name, words, cells in lines:
        if name != group:
            text += f"\n{name:<{first + 2}}" + "  ".join(f"{n:>{w}}" for n, w in zip(names, widths)) + "\n"
            group = name
        text += f"  {words:<{first}}" + "  ".join(f"{c:>{w}}" for c, w in zip(cells, widths)) + "\n"
    return text


def brief(words: str) -> str:
    """A change for a table that has to fit into a terminal."""
    return re.sub(r"no difference seen( \((.*)\))?", lambda m: f"~ {m[2]}" if m[2] else "same", words)


def tables(comparison: Comparison) -> str:
    """The values, and apart from them the differences to the first: side by side they are wider
    than a terminal.
    """
    count, names = range(len(comparison.subjects)), heads(comparison)
    values = [(r.measure.group, label(r.measure), [number(r.interval(i), r.measure.decimals) for i in count]) for r in comparison.rows]
    changes = [(r.measure.group, label(r.measure), [brief(change(r, i)) for i in count if i]) for r in comparison.rows]
    return (grid(values, names) + f"\nDifferences to {comparison.subjects[0].name} (same, ~: none was seen):\n" + grid(changes, names[1:]))


def notes(comparison: Comparison) -> str:
    seeds = comparison.options.seeds
    text = (f"Means over {len(seeds)} seeds, ± the half of their 95 % confidence interval (Student's t); differences seed by seed. "
            "Throughput is that of a direction, the mean of the two. "
            f"Each row stands by itself: of twenty rows without a difference about one will show some.\n")
    if comparison.options.left_out:
        text += comparison.options.left_out + "\n"
    if comparison.workloads_differ():
        text += "The experiments differ in their workloads: so do the numbers, whatever the cards.\n"
    return text


def ranking_lines(comparison: Comparison) -> str:
    text, width = "", max(len(s.name) for s in comparison.subjects)
    for ranking in rankings(comparison):
        text += f"\nBy {ranking.what}:\n"
        for n, place in enumerate(ranking.places, 1):
            name = comparison.subjects[place.subject].name
            text += f"  {n}. {name:<{width}} {place.value.mean:10.2f} {ranking.unit}  {place.behind}".rstrip() + "\n"
    return text


def summary(comparison: Comparison, version: str) -> str:
    """The answer and its reasons first; no line but of a table is wider than a file's columns."""
    text = "\n".join(answer(comparison)) + "\n\n"
    numbered = heads(comparison)[0].startswith("[")
    text += "".join(f"  {f'[{i}]  ' if numbered else ''}{s.name}  ({s.kind})\n" for i, s in enumerate(comparison.subjects, 1))
    text += ranking_lines(comparison)
    for subject, sentences in zip(comparison.subjects[1:], findings(comparison)):
        text += f"\n{subject.name} against {comparison.subjects[0].name}:\n" + "".join(f"  {s}\n" for s in sentences)
    text += tables(comparison) + "\n" + notes(comparison)
    seeds = comparison.options.seeds
    text += f"\n{version}  compare  workload {comparison.options.workload}  seeds {seeds[0]} to {seeds[-1]}\n"
    return folded(text)


def rows_csv(comparison: Comparison) -> str:
    """One line a measure and subject: mean, interval, difference to the first, and whether it was seen."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns.COMPARE.header())
    for row in comparison.rows:
        for i, subject in enumerate(comparison.subjects):
            mean, d = row.interval(i), row.difference(i)
            writer.writerow([row.measure.group, row.measure.name, row.measure.unit, subject.letter, subject.text,
                             *([mean.mean, mean.half] if mean else ["", ""]), *([d.mean, d.half] if d else ["", ""]),
                             "" if d is None else int(d.excludes_zero), " ".join(map(repr, row.values[i] or ()))])
    return out.getvalue()
