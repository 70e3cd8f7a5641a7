"""niclab run --report: the page of a run's folder."""
import argparse
import pathlib

from niclab import files
from niclab.results import of_section, read_json
from niclab.tools.report import run_page, segment_page, traffic_page


def main() -> None:
    parser = argparse.ArgumentParser(prog="niclab run --report")
    parser.add_argument("--results", required=True)
    parser.add_argument("--html", required=True)
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.results)
    results = read_json(folder)
    other = of_section(results, network=traffic_page.make, segment=segment_page.make)
    files.write(arguments.html, other(folder, results) if other else run_page.make(folder))
