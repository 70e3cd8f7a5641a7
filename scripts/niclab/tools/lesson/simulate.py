"""Runs the simulator for a lesson's check."""
import contextlib
import importlib
import os
import pathlib
import tempfile
from collections.abc import Iterator

from niclab import program
from niclab.results import Run
from niclab.runs.engine import results_of
from niclab.runs.points import Experiment, Point
from niclab.tools.lesson.expected import Expected, RunSpec
from niclab.tools.lesson.sheet import Sheet


@contextlib.contextmanager
def runs_of(wanted: dict[str, RunSpec]) -> Iterator[dict[str, Run]]:
    """The runs by their names, in a folder that goes away with the block."""
    points = [Point(Experiment(program.path(), one.experiment), one.settings, name) for name, one in wanted.items()]
    with tempfile.TemporaryDirectory(prefix="niclab_lesson_") as folder:
        store, _ = results_of(points, pathlib.Path(folder))
        yield {point.name: Run(store.folder_of(point)) for point in points}


def expected_of(sheet: Sheet) -> dict[str, Expected]:
    """What is right for each question of a lesson, by running what its check asks for."""
    check = importlib.import_module(f"niclab.tools.lesson.lessons.{sheet.name}")
    with runs_of(check.RUNS) as runs:
        return check.expected(runs)


def use(niclab: str) -> None:
    """Which program simulates: the one that started us."""
    os.environ["NICLAB_PROGRAM"] = niclab
