"""A Pareto search: NSGA-II over what --vary spans, towards what --objective names.

Nothing of the search is stored. The same seed requests the same points in the same order, and
complete points are not run again. So an interrupted search continues where it ended.
"""
import re
from collections.abc import Callable, Iterable, Sequence

from niclab import measures, renamed
from niclab.errors import WrongInput, did_you_mean
from niclab.results import Json

DEFAULT_TRIALS = 100
ALWAYS_MEASURED = ("latency_us", "pdus_dropped", "cells_dropped")
LARGER_IS_BETTER = re.compile(r"throughput.*|(.*_)?mbps|fairness|.*_transactions_per_s|cable_frames_percent")  # columns; of others less is better


def larger_is_better(column: str) -> bool:
    return LARGER_IS_BETTER.fullmatch(column) is not None


def column(name: str, known: Iterable[str]) -> str:
    """The column a user means by a name with or without its unit, or nothing."""
    known = list(known)
    return next((name + unit for unit in ("", *measures.UNITS) if name + unit in known), "")


class Objective:
    """A column of sweep.csv and which way it is better. What any experiment measures is known; for
    other names `measured_here` tells what this one does, which may take a run.
    """

    def __init__(self, text: str, measured_here: Callable[[], Sequence[str]] = tuple):
        aim, colon, name = text.strip().rpartition(":")
        if colon and aim not in ("min", "max"):
            raise WrongInput(f"--objective {text}: unknown aim; expected NAME, min:NAME or max:NAME")
        name = renamed.given_measure(name)
        self.column = column(name, ALWAYS_MEASURED)
        if not self.column:
            known = [c for c in measured_here() if not c.endswith(measures.CONFIDENCE)]
            self.column = column(name, known)
            if not self.column:
                raise WrongInput(f"--objective {name}: not measured here{did_you_mean(name, ['latency', *known])}; expected latency or a "
                                 "measured column of sweep.csv")
        self.maximize = aim == "max" or not aim and larger_is_better(self.column)

    @property
    def text(self) -> str:
        return ("max:" if self.maximize else "min:") + self.column

    def value(self, record: Json) -> float:
        if record.get(self.column) is None:
            measured = ", ".join(c for c in record if not c.endswith(measures.CONFIDENCE))
            raise WrongInput(f"--objective {self.column}: not measured here; expected one of {measured}")
        return record[self.column]


def parse(texts: Iterable[str], measured_here: Callable[[], Sequence[str]] = tuple) -> list[Objective]:
    return [Objective(name, measured_here) for text in texts for name in text.split(",")]


def better(a: list[float], b: list[float]) -> bool:
    """Whether costs `a` are nowhere above `b` and somewhere below."""
    return all(x <= y for x, y in zip(a, b)) and a != b


def front(records: Sequence[Json], objectives: Sequence[Objective]) -> list[bool]:
    """For each record whether no other beats it; an empty one is never on the front."""
    costs = [[-o.value(r) if o.maximize else o.value(r) for o in objectives] if r else None for r in records]
    there = [c for c in costs if c]
    return [c is not None and not any(better(other, c) for other in there) for c in costs]


class Search:
    """Asks for points, a generation at a time, and is told what was measured there."""

    def __init__(self, axes: list, objectives: list[Objective], trials: int, seed: int):
        import optuna
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.axes, self.objectives, self.left = axes, objectives, trials
        self.population = max(4, min(24, trials // 4))
        self.study = optuna.create_study(
            directions=["maximize" if o.maximize else "minimize" for o in objectives],
            sampler=optuna.samplers.NSGAIISampler(population_size=self.population, seed=seed))
        self.asked: list = []

    def ask(self) -> list[dict[str, str]]:
        """The next generation's values; none when the trials are used up."""
        number = min(self.population, self.left)
        self.left -= number
        self.asked = [self.study.ask() for _ in range(number)]
        return [{axis.key: axis.suggest(trial) for axis in self.axes} for trial in self.asked]

    def tell(self, records: list[Json]) -> None:
        """What was measured, in the order that was asked; {} for a failed point."""
        import optuna
        for trial, record in zip(self.asked, records):
            if record:
                self.study.tell(trial, [o.value(record) for o in self.objectives])
            else:
                self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
