"""What a sweep leaves: tables, plots and a page."""
from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from niclab import files
from niclab.charts import svg
from niclab.results import Json
from niclab.runs.points import version
from niclab.runs.store import Store
from niclab.tools.sweep import answer, page, plots, search, seeds, tables

if TYPE_CHECKING:
    from niclab.tools.sweep.command import Sweep


ANSWER, PAGE, TABLE = "answer.txt", "index.html", "sweep.csv"


def rows(sweep: Sweep, store: Store) -> list[Json]:
    """One row a point, in the order of the plan; a search's points once each."""
    listed = sweep.points
    if sweep.search:
        listed = list({p.name: p for p in reversed(sweep.points)}.values())[::-1]
    records = [store.record(p) for p in listed]
    result: list[Json] = []
    for p, record in zip(listed, records):
        message = "" if record else store.failure(p)
        status = "done" if record else "failed" if message else "pending"
        result.append({**p.values, "point": p.name, "status": status, "message": message, **record})
    if sweep.objectives:
        for row, on in zip(result, search.front(records, sweep.objectives)):
            row["pareto"] = int(on)
    return result


def write_plots(out: pathlib.Path, pictures: list[plots.Picture]) -> None:
    """Each picture as a file of its own, for papers."""
    for old in out.glob("plot_*.svg"):
        old.unlink()
    for picture in pictures:
        files.write(out / f"plot_{picture.name}.svg", svg.standalone(picture.chart))


def write(sweep: Sweep, store: Store, out: pathlib.Path, complete: bool) -> list[str]:
    """Writes the files; returns a sentence for each failed point."""
    found = rows(sweep, store)
    keys = list(dict.fromkeys(key for p in sweep.points for key in p.values))
    named = version(sweep.a.niclab)
    tables.write_csv(out / TABLE, found)
    tables.write_plan(out / "sweep.json", named, keys, found, sweep.objectives)
    if complete:
        tables.write_sqlite(out / "sweep.sqlite", found, store.folder, sweep.details)
        shown_keys, shown = (keys, found) if sweep.search else seeds.merged(keys, found)
        pictures = plots.pictures(shown_keys, [row for row in shown if row["status"] == "done"], sweep.objectives)
        write_plots(out, pictures)
        said = answer.Found(shown_keys, shown, sweep.objectives)
        sentences = answer.answer(sweep, said, store.folder, len(shown))
        files.write(out / ANSWER, "".join(f"{sentence}\n" for sentence in sentences))
        files.write(out / PAGE, page.make(sweep, named, shown_keys, shown, said, sentences, pictures, store.folder))
    return [of_point(", ".join(f"{key}={row[key]}" for key in keys if key in row), row["message"]) for row in found if row["status"] == "failed"]


def of_point(settings: str, message: str) -> str:
    """The message of a point, which may begin with its settings."""
    return message if message.startswith(settings) else f"{settings}: {message}"
