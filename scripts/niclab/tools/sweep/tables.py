"""sweep.csv, sweep.sqlite and sweep.json."""
import csv
import io
import json
import pathlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from niclab import files
from niclab.results import Json, read_json
from niclab.tools.sweep.search import Objective

STAGE_COLUMNS = ("name", "direction", "unit", "count", "min", "avg", "max", "p50", "p99")


def write_csv(path: pathlib.Path, rows: Sequence[Json]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, files.columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    files.write(path, text.getvalue())


def write_plan(path: pathlib.Path, version: str, keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]) -> None:
    points = [{"point": row["point"], "values": {key: row[key] for key in keys}} for row in rows]
    files.write(path, json.dumps({"schema_version": 1, "niclab": version, "keys": keys, "objectives": [o.text for o in objectives],
                                  "points": points}, indent=1) + "\n")


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def fill(database: sqlite3.Connection, name: str, names: Sequence[str], rows: Iterable[Sequence]) -> None:
    database.execute(f"create table {name} ({', '.join(map(quoted, names))})")
    database.executemany(f"insert into {name} values ({', '.join('?' * len(names))})", rows)


class Details:
    """Stages and counters of points, taken from results.json while it is read for another purpose."""

    def __init__(self) -> None:
        self.of_points: dict[str, tuple[list[list], tuple[str, ...], list]] = {}  # stages, names of counters, their values
        self.shared: dict[tuple[str, ...], tuple[str, ...]] = {}  # the names, once for all points

    def add(self, point: str, results: Json) -> None:
        counters = results.get("counters", {})
        names = tuple(counters)
        stages = [[point, *(stage[column] for column in STAGE_COLUMNS)] for stage in results.get("stages", ())]
        self.of_points[point] = stages, self.shared.setdefault(names, names), list(counters.values())

    def stages(self, points: Iterable[str]) -> Iterator[list]:
        return (row for point in points for row in self.of_points[point][0])

    def counters(self, points: Iterable[str]) -> Iterator[tuple]:
        return ((point, name, value) for point in points for name, value in zip(*self.of_points[point][1:], strict=True))


def write_sqlite(path: pathlib.Path, rows: Sequence[Json], folder: pathlib.Path, details: Details) -> None:
    """points as in sweep.csv; stages and counters of each point below it; the coarse level has none.
    `details`: of the points that were run now; those of the others are read.
    """
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    database = sqlite3.connect(unfinished)
    for unneeded in ("journal_mode", "synchronous"):  # a file that is not finished is written again
        database.execute(f"pragma {unneeded} = off")
    names = files.columns(rows)
    fill(database, "points", names, [[row.get(name) for name in names] for row in rows])
    points = list(dict.fromkeys(row["point"] for row in rows if row["status"] == "done"))
    for point in points:
        if point not in details.of_points:
            details.add(point, read_json(folder / point))
    fill(database, "stages", ["point", *STAGE_COLUMNS], details.stages(points))
    fill(database, "counters", ["point", "name", "value"], details.counters(points))
    database.commit()
    database.close()
    unfinished.replace(path)
