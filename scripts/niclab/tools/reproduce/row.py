"""A published value next to the simulated one, and what their agreement proves."""
import csv
import dataclasses
import io
import math
import pathlib
from collections.abc import Sequence

from niclab import columns, files

# Standings: how a row was used. Only PREDICTED rows count as predictions.
FITTED, CHOSEN, COMPUTED, PREDICTED = STANDINGS = "fitted", "chosen", "computed", "predicted"
USES = {"cal": FITTED, "hold": PREDICTED, "exact": COMPUTED, "": ""}  # standing of a row that standings.csv does not name, by its split
CLAIMS, BESIDES = SENTENCES = "claims", "our own statements, nothing published"  # tables of what is true or not: the paper's, and our own


@dataclasses.dataclass
class Row:
    """A published value next to the simulated one.

    `seen`: value of the logic analyzer, `known`: value of the simulator; None and NaN if there is
    none. `tolerance` in the unit of the row; None: the row has no gate. `low`, `high`: extremes in
    the simulation. `series`, `at`: rows that differ only in a size, and that size in octets.
    `null`: value of the null model, None if it has none.
    """
    table: str
    quantity: str
    what: str
    stat: str
    split: str
    published: float
    seen: float | None
    known: float
    tolerance: float | None = None
    deviation: str = ""
    low: float = 0.0
    high: float = 0.0
    series: str = ""
    at: float | None = None
    standing: str = ""
    reason: str = ""  # of a standing that does not follow from the split
    null: float | None = None

    def __post_init__(self) -> None:
        self.standing = self.standing or USES[self.split]

    @property
    def fitted(self) -> bool:
        return self.standing == FITTED

    @property
    def error(self) -> float:
        return self.known - self.published

    @property
    def percent(self) -> float | None:
        """Error in percent of what was published; None where that is 0."""
        return 100 * self.error / self.published if self.published else None

    @property
    def gated(self) -> bool:
        return self.tolerance is not None and self.standing in (CHOSEN, COMPUTED, PREDICTED)

    @property
    def held(self) -> bool:
        return self.tolerance is None or abs(self.error) <= self.tolerance

    @property
    def verdict(self) -> str:
        if self.fitted:
            return "fitted"
        if self.tolerance is None:
            return "no tolerance"
        return "within" if self.held else "DEVIATES" if self.deviation else "MISSES"

    @property
    def null_passes(self) -> bool:
        """The gate proves little: the null model is within the tolerance, or zero is."""
        if not self.gated or self.tolerance is None or self.is_sentence:
            return False
        return abs(self.published) <= self.tolerance or self.null is not None and abs(self.null - self.published) <= self.tolerance

    @property
    def is_sentence(self) -> bool:
        """A claim in words, not a number."""
        return self.table in SENTENCES

    @property
    def waits(self) -> bool:
        """No run was made for it."""
        return math.isnan(self.known)


def rows_csv(rows: Sequence[Row]) -> str:
    """Text of rows.csv; an empty cell where a row has no value."""
    def cell(value: float | None) -> str:
        return "" if value is None or math.isnan(value) else f"{value:.4f}"

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns.REPRODUCE.header())
    for r in rows:
        published = None if r.table == BESIDES else r.published
        writer.writerow([r.table, r.quantity, r.what, r.stat, r.split, r.standing, cell(published), cell(r.seen), cell(r.known), cell(r.null), cell(r.tolerance),
                         int(r.null_passes) if r.gated else "", r.deviation])
    return out.getvalue()


def read_rows(path: pathlib.Path) -> list[Row]:
    """The rows of rows.csv."""
    def number(text: str) -> float | None:
        return float(text) if text else None

    return [Row(r["table"], r["quantity"], r["what"], r["stat"], r["split"], number(r["published"]) or 0.0, number(r["analyzer"]),
                math.nan if not r["known"] else float(r["known"]), number(r["tolerance"]), r["deviation"], standing=r["standing"], null=number(r["null"]))
            for r in files.rows(path)]
