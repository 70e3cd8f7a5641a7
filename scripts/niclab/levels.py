"""What an experiment or results are of: cards alone (the file says no level), hosts with programs
(COARSE, whichever level their cards are at) or a segment. Every tool asks here.
"""
import pathlib
import tomllib

from niclab.results import Json

CYCLE, COARSE, SEGMENT = "cycle", "coarse", "segment"


def kind_of(level: str | None) -> str:
    return CYCLE if level is None else SEGMENT if level == SEGMENT else COARSE


def of_file(file: pathlib.Path) -> str:
    """Of an experiment's file."""
    return kind_of(tomllib.loads(file.read_text(encoding="utf-8")).get("run", {}).get("level"))


def of_results(results: Json) -> str:
    """Of results.json."""
    return kind_of(results.get("level"))
