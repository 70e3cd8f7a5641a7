"""The level of an experiment or of results: cycle (the file says none), coarse or segment. Every tool asks here."""
import pathlib
import tomllib

from niclab.results import Json

CYCLE, COARSE, SEGMENT = "cycle", "coarse", "segment"


def of_file(file: pathlib.Path) -> str:
    """Of an experiment's file."""
    return str(tomllib.loads(file.read_text(encoding="utf-8")).get("run", {}).get("level", CYCLE))


def of_results(results: Json) -> str:
    """Of results.json."""
    return str(results.get("level", CYCLE))
