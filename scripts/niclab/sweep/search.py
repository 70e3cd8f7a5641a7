"""A Pareto search: NSGA-II over what --vary spans, towards what --objective names.

Nothing of the search is stored. The same seed asks for the same points in the same order, and those that are complete are
not run again, so a search that was ended goes on where it was.
"""
import difflib
import warnings

from niclab.sweep import measures
from niclab.sweep.errors import WrongInput

DEFAULT_TRIALS = 100
LARGER_IS_BETTER = ("throughput",)


class Objective:
    def __init__(self, text: str):
        aim, colon, name = text.strip().rpartition(":")
        if colon and aim not in ("min", "max"):
            raise WrongInput(f"--objective: '{text}' found, NAME, min:NAME or max:NAME wanted")
        self.column = measures.column(name)
        if not self.column:
            near = difflib.get_close_matches(name, ["latency", "throughput", "cost", *measures.known_columns()], 1)
            raise WrongInput(f"--objective: '{name}' found, latency, throughput, cost or a measured column of sweep.csv wanted"
                             + (f', perhaps "{near[0]}"' if near else ""))
        self.maximize = aim == "max" or not aim and self.column.startswith(LARGER_IS_BETTER)

    def value(self, record: dict) -> float:
        if self.column not in record:
            raise WrongInput(f"--objective: '{self.column}' found, this experiment measures {', '.join(c for c in record if not c.endswith('_ci95'))}")
        return record[self.column]


def parse(texts: list) -> list:
    return [Objective(name) for text in texts for name in text.split(",")]


def better(a: list, b: list) -> bool:
    """Whether costs `a` are nowhere above `b` and somewhere below."""
    return all(x <= y for x, y in zip(a, b)) and a != b


def front(records: list, objectives: list) -> list:
    """For each record whether no other beats it; an empty one is never on the front."""
    costs = [[-o.value(r) if o.maximize else o.value(r) for o in objectives] if r else None for r in records]
    there = [c for c in costs if c]
    return [c is not None and not any(better(other, c) for other in there) for c in costs]


class Search:
    def __init__(self, axes: list, objectives: list, trials: int, seed: int):
        import optuna
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        warnings.filterwarnings("ignore", module="optuna")  # of a last step that does not reach FROM:TO's end
        self.axes, self.objectives, self.left = axes, objectives, trials
        self.population = max(4, min(24, trials // 4))
        self.study = optuna.create_study(
            directions=["maximize" if o.maximize else "minimize" for o in objectives],
            sampler=optuna.samplers.NSGAIISampler(population_size=self.population, seed=seed))
        self.asked = []

    def ask(self) -> list:
        """The next generation's values; none when the trials are used up."""
        number = min(self.population, self.left)
        self.left -= number
        self.asked = [self.study.ask() for _ in range(number)]
        return [{axis.key: axis.suggest(trial) for axis in self.axes} for trial in self.asked]

    def tell(self, records: list) -> None:
        """What was measured, in the order that was asked; {} for a failed point."""
        import optuna
        for trial, record in zip(self.asked, records):
            if record:
                self.study.tell(trial, [o.value(record) for o in self.objectives])
            else:
                self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
