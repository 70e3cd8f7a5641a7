"""pandas tables out of what a run leaves. A column's name or the column `unit` says what its
numbers are in.
"""
from __future__ import annotations

import math
import pathlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from niclab import renamed
from niclab.errors import WrongInput, need, unknown
from niclab.intervals import Interval, amount, interval
from niclab.measures import CONFIDENCE, HEADLINES, title

if TYPE_CHECKING:
    import pandas

Json = dict[str, Any]


def made(rows: Iterable[Json], columns: list[str] | None = None) -> pandas.DataFrame:
    need("pandas")
    import pandas
    return pandas.DataFrame(list(rows), columns=columns)


def read(path: pathlib.Path) -> pandas.DataFrame:
    """A CSV file, its columns by their present names; an empty table where the run did not write it."""
    need("pandas")
    import pandas
    return pandas.read_csv(path).rename(columns=lambda name: renamed.column(path.name, name)) if path.exists() else pandas.DataFrame()


def in_us(table: pandas.DataFrame, wanted: Callable[[str], bool], begin: str = "_ns") -> pandas.DataFrame:
    """Columns of nanoseconds as microseconds, named so."""
    names = [name for name in table.columns if wanted(name)]
    table[names] = table[names] / 1000
    return table.rename(columns={name: name.removesuffix(begin) + "_us" for name in names})


def brief(points: pandas.DataFrame, keys: Sequence[str]) -> str:
    """Complete points of a sweep as text: its keys and the headlines that were measured, with their
    confidence.
    """
    done = points[points.status == "done"]
    columns = [name for name in HEADLINES if name in done and done[name].notna().any()]
    shown = lambda row, name: amount(row[name], row[name + CONFIDENCE] if row.get(name + CONFIDENCE, math.nan) > 0 else None)
    rows = [{**{key: row[key] for key in keys}, **{title(name): shown(row, name) if row[name] == row[name] else "" for name in columns}}
            for row in done.to_dict("records")]
    return made(rows, [*keys, *map(title, columns)]).to_string(index=False)


def packets(folder: pathlib.Path, moments: Sequence[str]) -> pandas.DataFrame:
    """A row a packet and direction: its moments since its run's start, and `total_us` from program
    to program.
    """
    table = read(folder / "pdus.csv")
    if table.empty:
        return table
    table = in_us(table, set(moments).__contains__)
    table["total_us"] = table[f"{moments[-1]}_us"] - table[f"{moments[0]}_us"]
    return table


def spans(folder: pathlib.Path) -> pandas.DataFrame:
    """A row a span of a packet's life: where it was, whether it waited there, for what, and how long."""
    table = in_us(read(folder / "attribution.csv"), lambda name: name.endswith("_ns"))
    if not table.empty:
        table["duration_us"] = table.pop("duration_fs") * 1e-9
    return table


def transactions(folder: pathlib.Path) -> pandas.DataFrame:
    """A row a transaction of a PCI bus: who, what, how it ended, its latency in clocks by part."""
    return in_us(read(folder / "pci.csv"), lambda name: name.endswith("_ns"))


def fifos(folder: pathlib.Path) -> pandas.DataFrame:
    """How full each FIFO was over time; runs with a report or a timeline have it."""
    return in_us(read(folder / "occupancy.csv"), lambda name: name.endswith("_ns"))


def stages(results: Json) -> pandas.DataFrame:
    """Each stage's smallest, mean, largest time and percentiles."""
    return made(results["stages"])


def causes(results: Json) -> pandas.DataFrame:
    """What packets waited for and what worked for them, on average: with the half width of the
    mean's 95 % interval.
    """
    return made(results["attribution"])


def counters(results: Json) -> pandas.DataFrame:
    """Every counter with its unit, what it was before the first run, and one sentence of what it counts."""
    known, before = results["counter_definitions"], results.get("counters_before_runs", {})
    return made([{"counter": name, "value": value, "unit": known.get(name, {}).get("unit", ""), "before_runs": before.get(name),
                  "what": known.get(name, {}).get("what", "")} for name, value in results["counters"].items()],
                ["counter", "value", "unit", "before_runs", "what"]).set_index("counter")


def differences(points: pandas.DataFrame, others: list[str], key: str, base: Any, measure: str, pairs: str) -> pandas.DataFrame:
    """Of each value of `key` against `base`, at each combination of `others`, pair by pair; without
    `pairs` by the intervals of both.
    """
    if measure not in points:
        raise WrongInput(f"{measure}: {unknown('column', measure, points.columns)}")
    if base not in set(points[key]):
        raise WrongInput(f"{key}: no point with {base!r}; expected one of {', '.join(map(str, sorted(set(points[key]))))}")
    if not pairs:
        return unpaired(points, others, key, base, measure)
    wide = points.pivot(index=[*others, pairs], columns=key, values=measure)
    groups = wide.groupby(level=others) if others else [((), wide)]
    rows = []
    for at, group in groups:
        place = dict(zip(others, at if isinstance(at, tuple) else (at,)))
        for value in group.columns.drop(base):
            both = group[[base, value]].dropna()
            found = interval((both[value] - both[base]).tolist())
            rows.append({**place, key: value, "difference": found.mean, "ci95": found.half, "decided": found.excludes_zero, "pairs": len(both)})
    return made(rows)


def unpaired(points: pandas.DataFrame, others: list[str], key: str, base: Any, measure: str) -> pandas.DataFrame:
    """Of independent means: their intervals add as squares."""
    half = measure + CONFIDENCE
    if half not in points or points[half].isna().any():
        raise WrongInput(f"{measure}: no interval; expected a sweep over run.seed or with runs= of 2 or more")
    rows = []
    for at, group in points.groupby(others, sort=False) if others else [((), points)]:
        place, known = dict(zip(others, at if isinstance(at, tuple) else (at,))), group.set_index(key)
        for value in sorted(known.index.drop(base)):
            found = Interval(known.at[value, measure] - known.at[base, measure], math.hypot(known.at[value, half], known.at[base, half]))
            rows.append({**place, key: value, "difference": found.mean, "ci95": found.half, "decided": found.excludes_zero, "pairs": 0})
    return made(rows)


def config(tree: Json, before: str = "") -> dict[str, Any]:
    """Every key of an experiment, resolved, by its whole name.

    >>> config({"run": {"mode": "echo"}, "seed": 1})
    {'run.mode': 'echo', 'seed': 1}
    """
    found: dict[str, Any] = {}
    for key, value in tree.items():
        found.update(config(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value})
    return found
