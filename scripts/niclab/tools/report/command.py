"""niclab run --report: the page of a run's folder."""
import argparse
import json
import pathlib

from niclab import files
from niclab.tools.report import run_page, traffic_page


def main() -> None:
    parser = argparse.ArgumentParser(prog="niclab run --report")
    parser.add_argument("--results", required=True)
    parser.add_argument("--html", required=True)
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.results)
    results = json.loads((folder / "results.json").read_text())
    files.write(arguments.html, traffic_page.make(folder, results) if results.get("level") == "coarse" else run_page.make(folder))
