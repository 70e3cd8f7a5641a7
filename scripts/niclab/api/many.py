"""Many simulations from Python: a comparison, a sweep, or the experiments of a paper."""
from __future__ import annotations

import functools
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from niclab import program, renamed, results
from niclab.api import table
from niclab.api.page import Page
from niclab.api.run import Path, Run, warn
from niclab.api.words import Keys, options, settings, settings_words, varied
from niclab.errors import WrongInput, unknown
from niclab.runs.engine import results_of
from niclab.runs.points import Experiment, Point, hashed
from niclab.runs.progress import display

if TYPE_CHECKING:
    import pandas


class Outcome:
    """What a tool left in its folder; shown in a notebook, it is its page."""
    page_file = "index.html"

    def __init__(self, folder: Path):
        self.folder = pathlib.Path(folder)

    @property
    def page(self) -> Page:
        return Page.read(self.folder / self.page_file)

    def _repr_html_(self) -> str:
        return self.page._repr_html_()

    @property
    def summary(self) -> str:
        """What the terminal shows."""
        return (self.folder / "summary.txt").read_text()

    def __repr__(self) -> str:
        return f"<niclab {type(self).__name__.lower()} in {self.folder}>"

    def __str__(self) -> str:
        """What it found, and where all of it is: for print()."""
        return f"{self.summary.rstrip()}\n{self.folder}"


class Sweep(Outcome):
    """An experiment at many points."""

    @property
    def answer(self) -> str:
        """What it found: the best point and why, each measure, how many more runs would decide what is open."""
        return (self.folder / "answer.txt").read_text().rstrip()

    @property
    def summary(self) -> str:
        """The answer, and each complete point with what was varied and what was measured first."""
        return f"{self.answer}\n\n{table.brief(self.points, results.varied_keys(self.folder))}"

    @functools.cached_property
    def points(self) -> pandas.DataFrame:
        """A row a point: what was varied, and what was measured."""
        return results.load(self.folder)

    @functools.cached_property
    def packets(self) -> pandas.DataFrame:
        """Every packet of every complete point, with what was varied beside it."""
        return results.load_pdus(self.folder)

    def run(self, point: str) -> Run:
        """The run of a point, by its name in `points`."""
        return Run(self.folder / "points" / point)

    def differences(self, key: str, base: Any, measure: str, *, pairs: str = "run.seed") -> pandas.DataFrame:
        """How much more of `measure` each value of `key` gives than its value `base`, with the half
        width of the 95 % interval.

        Points that share a seed saw the same pauses, so they are compared pair by pair; a sweep
        over `run.seed` has such pairs. One that does not vary it is compared by the intervals of
        its points' own runs, which are wider; `pairs` is 0 then. `decided`: the interval does not
        reach zero.
        """
        keys = results.varied_keys(self.folder)
        key, measure, pairs = renamed.given_key(key), renamed.given_measure(measure), renamed.given_key(pairs)
        if pairs not in keys and pairs == "run.seed":
            pairs = ""
        for name in (key, *([pairs] if pairs else [])):
            if name not in keys:
                raise WrongInput(f"{name}: {unknown('key of this sweep', name, keys)}")
        return table.differences(self.points[self.points.status == "done"], [k for k in keys if k not in (key, pairs)], key, base, measure, pairs)


class Comparison(Outcome):
    """Cards or experiments beside each other."""
    page_file = "compare.html"

    @functools.cached_property
    def rows(self) -> pandas.DataFrame:
        """A row a measure: each subject's mean with its 95 % interval, and how it differs from the first."""
        return table.read(self.folder / "rows.csv")

    @property
    def answer(self) -> str:
        """Who is first in what: what the summary says first."""
        return self.summary.split("\n\n")[0]


class Reproduction(Comparison):
    """A paper's tables beside the simulated ones."""
    page_file = "report.html"


def carried_out(words: Sequence[str], quiet: bool) -> pathlib.Path:
    """The folder that a tool filled, in the end or when it was interrupted before."""
    shown = display(quiet)
    try:
        ended = program.call(words, shown.show)
    finally:
        shown.clear()
    if not ended.said.strip():
        raise RuntimeError(ended.sentence)
    warn(ended.code == 0, ended.errors)
    return ended.folder


def sweep(experiment: Path, *, vary: Mapping[str, Any] | None = None, list: Path | None = None, latin: int | None = None,
          random: int | None = None, objective: str | Sequence[str] | None = None, trials: int | None = None, set: Keys | None = None,
          runs: int | None = None, seed: int | None = None, out: Path | None = None, jobs: int | None = None, scheduler: str | None = None,
          cluster: str | None = None, cluster_options: Path | None = None, quiet: bool = False) -> Sweep:
    """An experiment at many points, as `niclab sweep` does it. The same call goes on where an
    interrupted one ended.

    `vary`: of each key its values, or a range as text ("1:16:x2"); several keys make a grid.

    >>> import niclab, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     swept = niclab.sweep("echo", vary={"nic.sar.tx_fifo_cells": [1, 9]}, runs=2, out=folder, quiet=True)
    ...     swept.points["nic.sar.tx_fifo_cells"].tolist(), swept.answer.partition(", because")[0]
    ([1, 9], 'Best: nic.sar.tx_fifo_cells=1, first in latency')
    """
    words = ["sweep", str(experiment), *varied(vary or {}),
             *options(list=list, latin=latin, random=random, objective=objective, trials=trials, runs=runs, seed=seed, out=out, jobs=jobs,
                      scheduler=scheduler, cluster=cluster, cluster_options=cluster_options, quiet=True),
             *(f"--set={setting}" for setting in settings(set))]
    return Sweep(carried_out(words, quiet))


def compare(*subjects: Path, workload: str | None = None, sizes: Iterable[int] | None = None, seeds: int | None = None,
            seed: int | None = None, runs: int | None = None, jobs: int | None = None, out: Path | None = None, html: Path | None = None,
            quiet: bool = False) -> Comparison:
    """A comparison of cards or experiments, as `niclab compare` does it; each may have keys of its
    own after a colon ("idt77901:nic.sar.tx_fifo_cells=4"). The same call goes on where an
    interrupted one ended.
    """
    listed = ",".join(str(size) for size in sizes) if sizes is not None else None
    words = ["compare", *options(workload=workload, sizes=listed, seeds=seeds, seed=seed, runs=runs, jobs=jobs, out=out, html=html),
             *(str(subject) for subject in subjects)]
    return Comparison(carried_out(words, quiet))


def reproduce(paper: str, *, out: Path | None = None, quiet: bool = False) -> Reproduction:
    """A paper's experiments, its tables beside the published ones, as `niclab reproduce` does it."""
    return Reproduction(carried_out(["reproduce", paper, *options(out=out)], quiet))


def run_each(experiment: Path, sets: Iterable[Keys], *, set: Keys | None = None, seed: int | None = None, runs: int | None = None,
             out: Path | None = None, jobs: int = 0) -> list[Run]:
    """A run for each of several settings, as many at a time as there are processors or `jobs` says;
    all keep their files.

    What an earlier call with the same settings, program and folder has completed is not run again.
    The first that fails ends it.

    >>> import niclab, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     both = niclab.run_each("echo", [{"nic.sar.tx_fifo_cells": n} for n in (1, 9)], runs=2, out=folder)
    ...     [one.config["client.nic.sar.tx_fifo_cells"] for one in both]
    [1, 9]
    """
    common = tuple([*settings_words(set), *options(seed=seed, runs=runs)])
    asked = Experiment(program.path(), str(experiment), common)
    points = [Point(asked, settings(one)) for one in sets]
    name = f"{pathlib.Path(experiment).stem}-{hashed([common, [point.settings for point in points]])}"
    folder = pathlib.Path(out or f"results/each/{name}")
    store, _ = results_of(points, folder, jobs)
    return [Run(store.folder_of(point)) for point in points]

