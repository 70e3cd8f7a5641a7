"""How well the rows of a paper are met, one score per table and standing.

"x of y" counts rows that are simulated and held out. The errors of all other rows are printed, and
never counted.
"""
import dataclasses
import statistics
from collections.abc import Sequence

from niclab.counts import count_of
from niclab.tools.reproduce.row import BESIDES, CLAIMS, PREDICTED, STANDINGS, Row

MEANINGS = {"fitted": "set a parameter", "chosen": "seen when a mechanism was chosen", "computed": "closed form, nothing simulated",
            "predicted": "simulated and held out"}
NOTE = ("null: a line through the fitted rows of a series, else their mean, else the mean of the published rows. * marks a tolerance "
        "that the null model or zero is within.\n")


@dataclasses.dataclass(frozen=True)
class Score:
    """Of rows with one standing. Errors in percent of what was published; rows of 0 have none."""
    rows: Sequence[Row]

    @property
    def gated(self) -> list[Row]:
        return [r for r in self.rows if r.gated]

    @property
    def within(self) -> int:
        return sum(r.held for r in self.gated)

    @property
    def errors(self) -> list[float]:
        return [abs(r.percent) for r in self.rows if r.percent is not None]

    @property
    def nulls(self) -> list[float]:
        """Errors of the null model on the same rows."""
        return [abs(100 * (r.null - r.published) / r.published) for r in self.rows if r.null is not None and r.published]

    @property
    def null_within(self) -> int:
        return sum(r.null_passes for r in self.gated)


def numbers(rows: Sequence[Row], standing: str, *, gated: bool | None = None) -> Score:
    """`gated`: only rows with a tolerance, or only those without one."""
    return Score([r for r in rows if r.standing == standing and not r.is_sentence and not r.waits and gated in (None, r.tolerance is not None)])


def mean(values: Sequence[float]) -> str:
    return f"{statistics.fmean(values):.1f}" if values else ""


def worst(values: Sequence[float]) -> str:
    return f"{max(values):.1f}" if values else ""


def cells(score: Score, standing: str) -> list[str]:
    """Number of rows, rows within, mean and worst error, the same of the null model."""
    counted = standing == PREDICTED and score.gated
    return [str(len(score.rows)), str(score.within) if counted else "", mean(score.errors), worst(score.errors),
            str(score.null_within) if counted else "", mean(score.nulls)]


def null_cell(r: Row) -> str:
    """Value of the null model; * if a tolerance proves little."""
    return ("" if r.null is None else f"{r.null:.2f}") + ("*" if r.null_passes else "")


HEADS = ("table", "standing", "rows", "within", "error %", "worst %", "null within", "null %")


def table(rows: Sequence[Row]) -> list[list[str]]:
    """Cells by HEADS. Predictions without a tolerance have a line of their own, "no tolerance"."""
    lines = []
    for name in dict.fromkeys(r.table for r in rows if not r.is_sentence):
        of = [r for r in rows if r.table == name]
        for standing in STANDINGS:
            for gated in (True, False) if standing == PREDICTED else (None,):
                score = numbers(of, standing, gated=gated)
                label = "no tolerance" if gated is False else standing
                if score.rows:
                    lines.append([name, label, *cells(score, standing)])
    return lines


def sentence(rows: Sequence[Row]) -> str:
    """The predictions, in one sentence."""
    score = numbers(rows, PREDICTED, gated=True)
    if not score.rows:
        return "Predicted (simulated and held out): no number with a tolerance."
    nulls = f"; the null model: {score.null_within} of {len(score.gated)}, {mean(score.nulls)} %" if score.nulls else ""
    return (f"Predicted (simulated and held out): {score.within} of {count_of(len(score.gated), 'number')} within their tolerance, mean error {mean(score.errors)} %, "
            f"worst {worst(score.errors)} %{nulls}.")


def others(rows: Sequence[Row]) -> list[str]:
    """What proves less, and is not counted."""
    found = []
    for standing in STANDINGS[:3]:
        score = numbers(rows, standing)
        if score.rows:
            errors = f", mean error {mean(score.errors)} %, worst {worst(score.errors)} %" if score.errors else ""
            found.append(f"{standing.capitalize()} ({MEANINGS[standing]}): {count_of(len(score.rows), 'number')}{errors}.")
    bare = numbers(rows, PREDICTED, gated=False)
    if bare.rows:
        found.append(f"Predicted without a tolerance: {count_of(len(bare.rows), 'number')}, mean error {mean(bare.errors)} %, worst {worst(bare.errors)} %.")
    claims = [r for r in rows if r.table == CLAIMS]
    if claims:
        free = [r for r in claims if r.standing == PREDICTED]
        found.append(f"Claims in words: {sum(bool(r.known) for r in free)} of {len(free)} predicted are true; {len(claims) - len(free)} others are not counted.")
    besides = [r for r in rows if r.table == BESIDES]
    if besides:
        found.append(f"Our own statements: {sum(r.held for r in besides)} of {len(besides)} {'holds' if len(besides) == 1 else 'hold'}.")
    waiting = sum(r.waits for r in rows)
    return [*found, *([f"Not simulated yet: {waiting}."] if waiting else [])]


def missed(rows: Sequence[Row]) -> list[Row]:
    """Gated rows outside their tolerance, and sentences of our own that are not so."""
    return [r for r in rows if (r.gated or r.table == BESIDES) and not r.waits and not r.held]


def miss(r: Row) -> str:
    if r.is_sentence:
        return f"{'Statement' if r.table == BESIDES else 'Claim'} {r.quantity}, {r.what}: does not hold here"
    return f"{r.table} {r.quantity} {r.what} {r.stat}: {r.known:.2f} for {r.published:.2f}"


def summary(rows: Sequence[Row]) -> tuple[str, list[Row]]:
    """The score of a paper as text, and the misses without a listed deviation."""
    text = "\n".join([sentence(rows), *others(rows)]) + "\n"
    for r in missed(rows):
        text += f"  {miss(r)} ({r.deviation})\n" if r.deviation else f"  {miss(r)}  NO DEVIATION IS LISTED\n"
    widths = [max(len(line[i]) for line in [list(HEADS), *table(rows)]) for i in range(len(HEADS))]
    for line in [list(HEADS), *table(rows)]:
        text += "  ".join(cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))).rstrip() + "\n"
    return text + NOTE, [r for r in missed(rows) if not r.deviation]
