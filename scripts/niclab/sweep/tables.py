"""sweep.csv, sweep.sqlite and sweep.json."""
import csv
import io
import json
import os
import pathlib
import sqlite3


def columns(rows: list) -> list:
    """All names in the order of their first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row))


def write(path: pathlib.Path, text: str) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_text(text)
    unfinished.rename(path)


def write_csv(path: pathlib.Path, rows: list) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write(path, text.getvalue())


def write_plan(path: pathlib.Path, version: str, keys: list, rows: list, objectives: list) -> None:
    points = [{"point": row["point"], "values": {key: row[key] for key in keys}} for row in rows]
    write(path, json.dumps({"schema_version": 1, "niclab": version, "keys": keys,
                            "objectives": [("max:" if o.maximize else "min:") + o.column for o in objectives],
                            "points": points}, indent=1) + "\n")


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def fill(database, name: str, names: list, rows) -> None:
    database.execute(f"create table {name} ({', '.join(map(quoted, names))})")
    database.executemany(f"insert into {name} values ({', '.join('?' * len(names))})", rows)


def write_sqlite(path: pathlib.Path, rows: list, folder: pathlib.Path) -> None:
    """points as in sweep.csv; stages and counters of each point below it."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    database = sqlite3.connect(unfinished)
    names = columns(rows)
    fill(database, "points", names, [[row.get(name) for name in names] for row in rows])
    stages, counters = [], []
    for point in dict.fromkeys(row["point"] for row in rows if row["status"] == "done"):
        results = json.loads((folder / point / "results.json").read_text())
        stages += [[point, *(s[k] for k in ("name", "direction", "unit", "count", "min", "avg", "max", "p50", "p99"))]
                   for s in results["stages"]]
        counters += [[point, name, value] for name, value in results["counters"].items()]
    fill(database, "stages", ["point", "name", "direction", "unit", "count", "min", "avg", "max", "p50", "p99"], stages)
    fill(database, "counters", ["point", "name", "value"], counters)
    database.commit()
    database.close()
    os.replace(unfinished, path)
