"""Points that differ in their seed alone are one point, seen several times: the mean over seeds,
with the confidence that seeds give.

Runs inside one simulation share its start. Seeds do not, so their spread is the better measure of
confidence.
"""
import statistics
from collections.abc import Sequence

from niclab.intervals import half_width
from niclab.measures import CONFIDENCE
from niclab.results import Json
from niclab.tools.sweep.ranks import groups_of

SEED = "run.seed"


def mean_of(rows: Sequence[Json], column: str) -> Json:
    """A measure over seeds; its value as it is where all have the same, or not all a number."""
    values = [row.get(column) for row in rows]
    numbers = [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(numbers) < len(values) or len(set(numbers)) == 1:
        return {column: values[0]}
    return {column: statistics.fmean(numbers), column + CONFIDENCE: half_width(numbers)}


def together(rows: Sequence[Json], keys: Sequence[str]) -> Json:
    """`points`: the names of all; the first stands for them."""
    columns = [c for c in rows[0] if c not in keys and not c.endswith(CONFIDENCE) and c not in ("point", "status", "message")]
    found = {**rows[0], "points": [row["point"] for row in rows]}
    for column in columns:
        found.update(mean_of(rows, column))
    return found


def merged(keys: Sequence[str], rows: Sequence[Json]) -> tuple[list[str], list[Json]]:
    """(keys, rows) with each set of seeds as one row; an incomplete set is a row of its own."""
    others = [key for key in keys if key != SEED]
    if SEED not in keys or not others:
        return list(keys), list(rows)
    done = groups_of([row for row in rows if row["status"] == "done"], others)
    whole = [together(some, keys) if len(some) > 1 else some[0] for some in done.values()]
    return others, [*whole, *(row for row in rows if row["status"] != "done")]
