"""What an experiment is of: cards alone, hosts with programs (COARSE, whichever level their cards are
at) or a segment. Every tool asks here; results have sections (niclab.results.of_section).
"""
import json
import pathlib
import tomllib

from niclab import program

CYCLE, COARSE, SEGMENT = "cycle", "coarse", "segment"


def kind_of(level: str | None) -> str:
    return CYCLE if level is None else SEGMENT if level == SEGMENT else COARSE


def of_file(file: pathlib.Path) -> str:
    """Of an experiment of any file. Raises WrongInput with the program's sentence."""
    return kind_of(json.loads(program.output_of("explain", str(file))).get("level"))


def of_shipped(file: pathlib.Path) -> str:
    """Of an experiment that comes with niclab: its file names the level."""
    return kind_of(tomllib.loads(file.read_text(encoding="utf-8")).get("run", {}).get("level"))
