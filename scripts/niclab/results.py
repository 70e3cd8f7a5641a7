"""Results of niclab as tables of pandas: `from niclab.results import load`, `load("results/sweep/echo")`."""
import json
import pathlib

import pandas


def load(folder) -> pandas.DataFrame:
    """One row a point of a sweep: what was varied, and what was measured."""
    return pandas.read_csv(pathlib.Path(folder) / "sweep.csv")


def load_pdus(folder) -> pandas.DataFrame:
    """Every packet of every complete point, with what was varied beside it."""
    folder = pathlib.Path(folder)
    keys = json.loads((folder / "sweep.json").read_text())["keys"]
    points = load(folder)
    tables = []
    for _, row in points[points.status == "done"].iterrows():
        packets = pandas.read_csv(folder / "points" / row.point / "pdus.csv")
        tables.append(packets.assign(point=row.point, **{key: row[key] for key in keys}))
    return pandas.concat(tables, ignore_index=True)
