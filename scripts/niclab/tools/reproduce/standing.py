"""How each row of a paper was used, and its null model.

The split of a row gives its standing: `cal` is fitted, `hold` is predicted. `standings.csv` has the
exceptions with their reasons. Its columns are patterns; the first line that matches a row counts.
"""
import fnmatch
import pathlib
import statistics
from collections.abc import Sequence

from niclab import files
from niclab.tools.reproduce.row import STANDINGS, Row

FILE = "standings.csv"
PATTERNS = ("table", "quantity", "what", "stat", "split")
STATISTICS = ("min", "avg", "max")  # instead of a unit


def matches(line: dict[str, str], row: Row) -> bool:
    return all(fnmatch.fnmatchcase(getattr(row, name), line[name]) for name in PATTERNS)


def assign(rows: Sequence[Row], data: pathlib.Path, paper: str) -> list[dict[str, str]]:
    """Sets standings, reasons and the null models of rows without one. Returns the lines that no
    row used.

    Raises ValueError for a standing that is unknown.
    """
    lines = [line for line in files.rows(data / FILE) if line["paper"] == paper]
    used = set()
    for row in rows:
        index = next((i for i, line in enumerate(lines) if row.split and matches(line, row)), None)
        if index is not None:
            used.add(index)
            row.standing, row.reason = lines[index]["standing"], lines[index]["reason"]
        if row.split and row.standing not in STANDINGS:
            raise ValueError(f"{data / FILE}: {row.standing!r}: unknown standing; expected one of {', '.join(STANDINGS)}")
    for row in rows:
        if row.null is None and not row.fitted and not row.is_sentence:
            row.null = null(row, rows)
    return [line for i, line in enumerate(lines) if i not in used]


def unit(row: Row) -> str:
    return "" if row.stat.startswith(STATISTICS) else row.stat


def null(row: Row, rows: Sequence[Row]) -> float | None:
    """A model without a card: the line through the fitted rows of the series, or else their mean
    over the quantity. Where nothing was fitted, the mean of the published rows, which knows the
    answers. None for a quantity with one row.
    """
    alike = [r for r in rows if (r.table, r.quantity, unit(r)) == (row.table, row.quantity, unit(row))]
    fitted = [r for r in alike if r.fitted]
    if row.at is not None:
        points = [(r.at, r.published) for r in fitted if r.series == row.series and r.at is not None]
        if len({x for x, _ in points}) > 1:
            slope, begin = statistics.linear_regression(*zip(*points, strict=True))
            return begin + slope * row.at
    used = fitted or (alike if len(alike) > 1 else [])
    return statistics.fmean(r.published for r in used) if used else None
