"""niclab run --report: the page of a run's folder."""
import argparse

from niclab import files
from niclab.tools.report import run_page


def main() -> None:
    parser = argparse.ArgumentParser(prog="niclab run --report")
    parser.add_argument("--results", required=True)
    parser.add_argument("--html", required=True)
    arguments = parser.parse_args()
    files.write(arguments.html, run_page.make(arguments.results))
