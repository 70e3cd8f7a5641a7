"""index.html: what the sweep found, its pictures and all its points, for a browser without a network."""
from __future__ import annotations

import itertools
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from niclab.counts import count_of
from niclab.intervals import short
from niclab.measures import title
from niclab.pages import drawings, lab_link, render, words
from niclab.results import Json
from niclab.scene import scene
from niclab.tools.sweep import plots
from niclab.tools.sweep.answer import Found, cell
from niclab.tools.sweep.ranks import brief

if TYPE_CHECKING:
    from niclab.tools.sweep.command import Sweep

MOST_STRIPS, MOST_COMMANDS = 5, 24
COLUMNS = ("latency_us", "throughput_mbps", "pdus_dropped", "cost_bits", "mbps", "mac_frames_mbps", "fairness", "packets_dropped")
LINK = Markup('<a href="points/{}/results.json">{}</a>')
RANK = Markup('<b class="{}">{}</b>')


def in_ranks(found: Found, rows: Sequence[Json]) -> list[Json]:
    """Complete points by what is asked of them, the best in the first measure first; then the others."""
    first = {row["point"]: i for i, row in enumerate(row for one in found.of(found.columns[0]) for row in one.rows)} if found.columns else {}
    return sorted(rows, key=lambda row: (row["status"] != "done", first.get(row["point"], len(first))))


def rank_cells(found: Found, row: Json, column: str) -> list[object]:
    """Its rank and how far it is from the first of those it competes with."""
    one = next((one for one in found.of(column) if row["point"] in one.ranks), None)
    if one is None:
        return ["", ""]
    rank, gap = one.ranks[row["point"]], row[column] - one.best[column]
    return [RANK.format("ok" if rank == 1 else "", rank), "" if rank == 1 else f"{'+' if gap > 0 else '−'}{short(abs(gap))}"]


def table(keys: Sequence[str], rows: Sequence[Json], found: Found, objectives: Sequence[str] = ()) -> tuple[list[str], list[list], list[str], list[str]]:
    """(heads, rows, their classes, their names in the page); each point's run is a click away."""
    columns = [c for c in dict.fromkeys([*COLUMNS, *objectives]) if len({row.get(c) for row in rows if c in row}) > 1 or c in objectives]
    heads = brief(keys)
    for c in columns:
        heads += [">rank", f">{title(c)}", ">to the first"] if c in found.columns else [f">{title(c)}"]
    lines, classes, names = [], [], []
    for row in in_ranks(found, rows):
        link = Markup(" ").join(LINK.format(point, n) for n, point in enumerate(row["points"], 1)) if "points" in row else LINK.format(row["point"], row["point"][:8])
        cells: list[object] = [row.get(key, "") for key in keys]
        for c in columns:
            ranked = rank_cells(found, row, c) if c in found.columns else None
            cells += [ranked[0], cell(row, c), ranked[1]] if ranked else [cell(row, c)]
        lines.append([*cells, link if row["status"] == "done" else row["message"] or row["status"]])
        classes.append("failed" if row["status"] == "failed" else "best" if row.get("pareto") else "")
        names.append(plots.row_name(row))
    return [*heads, "runs" if any("points" in row for row in rows) else "run"], lines, classes, names


def ribbons(found: Found, points: pathlib.Path) -> tuple[Markup | None, list[tuple[str, str]]]:
    """One packet's time at the points with the shortest and the longest latency, and some between;
    None where there are none.
    """
    there = sorted((row for row in found.rows if row.get("latency_us") is not None), key=lambda row: row["latency_us"])
    shown = [there[round(i * (len(there) - 1) / (MOST_STRIPS - 1))] for i in range(MOST_STRIPS)] if len(there) > MOST_STRIPS else there
    keys = [*found.asked, *found.design]
    scenes = [(", ".join(f"{name}={row[key]}" for name, key in zip(brief(keys), keys)), scene.make(points / row["point"])) for row in shown]
    scenes = [(name, one) for name, one in scenes if one["directions"]]
    ways = [(way["name"], words(way["name"])) for way in scenes[0][1]["directions"]][:1] if scenes else []
    return (drawings("strips", scenes), ways) if len(scenes) > 1 else (None, [])


def commands(sweep: Sweep, keys: Sequence[str], rows: Sequence[Json]) -> list[tuple[str, str]]:
    """(point, command) of the first in the ranks: each in the lab, with the best as its ghost."""
    shared = [word for option, word in itertools.pairwise(sweep.experiment.common) if option == "--set"]
    done = [row for row in rows if row["status"] == "done"][:MOST_COMMANDS]
    settings = [[*shared, *(f"{key}={row[both]}" for both in keys if row.get(both, "") != "" for key in both.split("+"))] for row in done]
    name = pathlib.Path(sweep.a.experiment).stem
    return [(plots.values_text(row, keys), lab_link.command(name, mine, settings[0] if i else None)) for i, (row, mine) in enumerate(zip(done, settings))]


def make(sweep: Sweep, version: str, keys: Sequence[str], rows: Sequence[Json], found: Found, answer: Sequence[str],
         pictures: Sequence[plots.Picture], points: pathlib.Path) -> str:
    strips, ways = ribbons(found, points)
    heads, lines, classes, names = table(keys, rows, found, [o.column for o in sweep.objectives])
    failed = [f"{count_of(sum(row['status'] == 'failed' for row in rows), 'point')} failed; the table has their messages."]
    return render("sweep.html", name=pathlib.Path(sweep.a.experiment).stem, version=version, answer=answer,
                  pictures=pictures, heads=heads, rows=lines, classes=classes, names=names, strips=strips, ways=ways,
                  commands=commands(sweep, keys, in_ranks(found, rows)),
                  seed=sweep.seed, common=" ".join(sweep.experiment.common) or "nothing",
                  warnings=failed if any(row["status"] == "failed" for row in rows) else [])
