"""index.html: what the sweep found, its pictures and all its points, for a browser without a network."""
from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from niclab.measures import CONFIDENCE, title
from niclab.pages import drawings, render, words
from niclab.results import PROGRAM, Json, Run
from niclab.scene import scene
from niclab.tools.sweep import plots
from niclab.tools.sweep.search import LARGER_IS_BETTER, Objective

if TYPE_CHECKING:
    from niclab.tools.sweep.command import Sweep

MOST_STRIPS = 5
WORTH_A_WORD = 0.001  # of the best: less is no difference, even where no confidence is known
COLUMNS = ("latency_us", "throughput_mbps", "pdus_dropped", "cost_bits")


def amount(value: float, half: float | None) -> str:
    """A number with as many digits as its confidence allows; that with two."""
    if not half:
        return f"{value:.6g}"
    digits = max(0, -int(f"{half:.1e}".split("e")[1]) + 1)
    return f"{value:.{digits}f} ±{half:.{digits}f}"


def cell(row: Json, column: str) -> str:
    value = row.get(column)
    return "" if value is None else amount(value, row.get(column + CONFIDENCE)) if isinstance(value, float) else str(value)


def aim(column: str, objectives: Sequence[Objective]) -> bool:
    """Whether more of it is better."""
    return next((o.maximize for o in objectives if o.column == column), column.startswith(LARGER_IS_BETTER))


def finding(column: str, keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> str:
    """The best and the worst point of one measure, or that the points do not differ as far as can be seen."""
    there = sorted((row for row in rows if row.get(column) is not None), key=lambda row: row[column], reverse=aim(column, objectives))
    best, worst = there[0], there[-1]
    gap = abs(worst[column] - best[column])
    doubt = sum(row.get(column + CONFIDENCE) or 0.0 for row in (best, worst))
    name, unit = title(column).partition(" (")[::2]
    unit = unit.rstrip(")")
    if gap <= max(doubt, WORTH_A_WORD * abs(best[column])):
        return f"No difference in {name} was seen between the points: all about {amount(best[column], best.get(column + CONFIDENCE))} {unit}."
    change = f" ({100 * gap / abs(best[column]):.1f} % apart)" if best[column] else ""
    return (f"Best {name}: {cell(best, column)} {unit} with {plots.values_text(best, keys)}; "
            f"worst: {cell(worst, column)} {unit} with {plots.values_text(worst, keys)}{change}.")


def findings(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> list[str]:
    """Of points with different workloads each by itself would be best: they are told apart."""
    varied = plots.spread(keys, rows)
    asked = [key for key in varied if key.startswith(plots.ASKED)]
    groups: dict[str, list[Json]] = {}
    for row in rows:
        groups.setdefault(plots.values_text(row, asked), []).append(row)
    said = []
    for name, some in list(groups.items())[:4] if len(asked) < len(varied) else [("", list(rows))]:
        for column in plots.shown_columns(some, objectives):
            sentence = finding(column, [key for key in varied if key not in asked] or varied, some, objectives)
            said.append(f"With {name}: {sentence[0].lower()}{sentence[1:]}" if name else sentence)
    return said


def causes(results: Json) -> dict[str, tuple[str, float]]:
    """Of each cause between the drivers: how it is said, and its mean over the directions in microseconds."""
    found: dict[str, tuple[str, float]] = {}
    ways = len({share["direction"] for share in results["attribution"]})
    for share in results["attribution"]:
        if not share["id"].startswith(PROGRAM):
            words = f"{'the wait in' if share['state'] == 'waiting' else 'the work of'} the {share['resource']} ({share['cause']})"
            found[share["id"]] = (words, found.get(share["id"], ("", 0.0))[1] + share["mean_us"] / ways)
    return found


def because(rows: Sequence[Json], points: pathlib.Path) -> list[str]:
    """What the points of the shortest and of the longest latency differ in most between the drivers; nothing where there are not two."""
    there = sorted((row for row in rows if row["status"] == "done" and row.get("latency_us") is not None), key=lambda row: row["latency_us"])
    if len(there) < 2:
        return []
    best, worst = (causes(Run(points / row["point"]).json) for row in (there[0], there[-1]))
    least, most = (sum(us for _, us in found.values()) for found in (best, worst))
    if most - least <= WORTH_A_WORD * least:
        return []
    gaps = {cause: worst.get(cause, ("", 0.0))[1] - best.get(cause, ("", 0.0))[1] for cause in {**best, **worst}}
    cause = max(gaps, key=lambda one: gaps[one])
    words = worst[cause][0] if cause in worst else best[cause][0]
    return [f"From driver to driver a packet takes {least:.4g} to {most:.4g} us; most of the difference is {words}: "
            f"{best.get(cause, ('', 0.0))[1]:.4g} against {worst.get(cause, ('', 0.0))[1]:.4g} us."]


def answer(sweep: Sweep, keys: Sequence[str], rows: Sequence[Json]) -> list[str]:
    """What the sweep found; the first sentence is the answer."""
    done = [row for row in rows if row["status"] == "done"]
    sentences = findings(keys, done, sweep.objectives) if len(done) > 1 else []
    if sweep.search:
        front = sum(bool(row.get("front")) for row in done)
        names = " and ".join(title(o.column) for o in sweep.objectives)
        sentences.insert(0, f"{front} of {len(done)} points are not beaten by any other in {names}; "
                            f"{len(sweep.points)} were asked for, {len(rows)} of them different.")
    return sentences or [f"{len(done)} point{'s' * (len(done) != 1)}, nothing to compare." if done else "No point is complete."]


def table(keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> tuple[list[str], list[list], list[str]]:
    """(heads, rows, classes of the rows); each point's folder is a click away."""
    columns = [c for c in dict.fromkeys([*COLUMNS, *(o.column for o in objectives)]) if any(c in row for row in rows)]
    heads = [*keys, *(f">{title(c)}" for c in columns), "point"]
    lines, classes = [], []
    for row in rows:
        link = Markup('<a href="points/{}/results.json">{}</a>').format(row["point"], row["point"][:8])
        state: object = link if row["status"] == "done" else row["message"] or row["status"]
        lines.append([*(row.get(key, "") for key in keys), *(cell(row, c) for c in columns), state])
        classes.append("failed" if row["status"] == "failed" else "best" if row.get("front") else "")
    return heads, lines, classes


def ribbons(keys: Sequence[str], rows: Sequence[Json], points: pathlib.Path) -> tuple[Markup | None, list[tuple[str, str]]]:
    """One packet's time at the points with the shortest and the longest latency, and some between; None where there are none."""
    there = sorted((row for row in rows if row["status"] == "done" and row.get("latency_us") is not None), key=lambda row: row["latency_us"])
    shown = [there[round(i * (len(there) - 1) / (MOST_STRIPS - 1))] for i in range(MOST_STRIPS)] if len(there) > MOST_STRIPS else there
    scenes = [(plots.values_text(row, plots.spread(keys, rows)), scene.make(points / row["point"])) for row in shown]
    scenes = [(name, one) for name, one in scenes if one["directions"]]
    ways = [(way["name"], words(way["name"])) for way in scenes[0][1]["directions"]][:1] if scenes else []
    return (drawings("strips", scenes), ways) if len(scenes) > 1 else (None, [])


def make(sweep: Sweep, version: str, keys: Sequence[str], rows: Sequence[Json], pictures: Sequence[plots.Picture], points: pathlib.Path) -> str:
    strips, ways = ribbons(keys, rows, points)
    heads, lines, classes = table(keys, rows, sweep.objectives)
    failed = [f"{sum(row['status'] == 'failed' for row in rows)} points failed; the table has their messages."]
    return render("sweep.html", name=pathlib.Path(sweep.a.experiment).stem, version=version, answer=[*answer(sweep, keys, rows), *because(rows, points)],
                  pictures=pictures, heads=heads, rows=lines, classes=classes, strips=strips, ways=ways,
                  seed=sweep.seed, common=" ".join(sweep.experiment.common) or "nothing",
                  warnings=failed if any(row["status"] == "failed" for row in rows) else [])
