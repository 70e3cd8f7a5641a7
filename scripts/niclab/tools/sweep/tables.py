"""sweep.csv, sweep.sqlite and sweep.json."""
import csv
import io
import json
import pathlib
import sqlite3
from collections.abc import Iterable, Sequence

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


def write_sqlite(path: pathlib.Path, rows: Sequence[Json], folder: pathlib.Path) -> None:
    """points as in sweep.csv; stages and counters of each point below it; the coarse level has none."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    database = sqlite3.connect(unfinished)
    names = files.columns(rows)
    fill(database, "points", names, [[row.get(name) for name in names] for row in rows])
    stages, counters = [], []
    for point in dict.fromkeys(row["point"] for row in rows if row["status"] == "done"):
        results = read_json(folder / point)
        stages += [[point, *(s[k] for k in STAGE_COLUMNS)] for s in results.get("stages", ())]
        counters += [[point, name, value] for name, value in results.get("counters", {}).items()]
    fill(database, "stages", ["point", *STAGE_COLUMNS], stages)
    fill(database, "counters", ["point", "name", "value"], counters)
    database.commit()
    database.close()
    unfinished.replace(path)
