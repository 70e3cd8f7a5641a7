"""niclab sweep: an experiment at many points, here or on a cluster."""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

from niclab import measures, terminal
from niclab.counts import count_of
from niclab.errors import WrongInput, need
from niclab.results import Json, Run
from niclab.runs import engine
from niclab.runs.local import LocalPool
from niclab.runs.points import Experiment, Point, processors, resolve, varied
from niclab.runs.progress import Progress, duration
from niclab.runs.store import Store
from niclab.tools.sweep import plan, report, search, tables
from niclab.tools.sweep.names import folder_name

MOST_FAILURES_SAID = 5


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="niclab sweep")
    parser.add_argument("experiment")
    parser.add_argument("--niclab", required=True)
    for name in ("vary", "set", "objective"):
        parser.add_argument(f"--{name}", action="append", default=[])
    for name in ("list", "out", "scheduler", "cluster", "cluster-options"):
        parser.add_argument(f"--{name}", default="")
    for name in ("latin", "random", "trials", "runs", "seed", "jobs"):
        parser.add_argument(f"--{name}", type=int)
    for name in ("dry-run", "quiet"):
        parser.add_argument(f"--{name}", action="store_true")
    return parser.parse_args()


def common_arguments(a: argparse.Namespace) -> tuple[str, ...]:
    """What every point's run is told beside its own values."""
    words = [word for setting in a.set for word in ("--set", setting)]
    for name in ("seed", "runs"):
        if getattr(a, name) is not None:
            words += [f"--{name}", str(getattr(a, name))]
    return tuple(words)


def refuse_hopeless(found: list[Point]) -> None:
    """A misspelt key, or nothing that could run, is the command's fault and not a point's."""
    wrong = [p.refused for p in found if p.refused]
    unknown = [text for text in wrong if "unknown key" in text]
    if unknown or len(wrong) == len(found):
        raise WrongInput((unknown or wrong)[0])


class Sweep:
    def __init__(self, a: argparse.Namespace):
        self.a = a
        self.experiment = Experiment(a.niclab, a.experiment, common_arguments(a))
        self.seed = 1 if a.seed is None else a.seed
        self.axes, values = plan.make(a, self.seed)
        self.objectives = search.parse(a.objective, self.measured_here)
        self.search = None
        if self.objectives:
            need("optuna")
            self.search = search.Search(self.axes, self.objectives, a.trials or search.DEFAULT_TRIALS, self.seed)
            values = self.search.ask()
        elif a.trials:
            raise WrongInput("--trials: no --objective; expected both options")
        self.points = self.resolved(values)
        refuse_hopeless(self.points)
        self.jobs = a.jobs or processors()
        self.details = tables.Details()

    def resolved(self, values: list[dict[str, str]]) -> list[Point]:
        return resolve(varied(self.experiment, some) for some in values)

    def measured_here(self) -> list[str]:
        """What a point in the middle measures, in a folder that goes away."""
        point = self.resolved([{axis.key: axis.at(0.5) for axis in self.axes}])[0]
        refuse_hopeless([point])
        with tempfile.TemporaryDirectory() as temporary:
            done = subprocess.run([*point.command, "--out", temporary], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                raise WrongInput(done.stderr.strip() or f"niclab run: exit code {done.returncode} without a message; expected exit code 0")
            return list(measures.of_run(Run(temporary)))

    def say(self, text: str) -> None:
        if not self.a.quiet:
            print(text, flush=True)

    @property
    def total(self) -> int:
        return (self.a.trials or search.DEFAULT_TRIALS) if self.search else len(self.points)

    def dry_run(self) -> int:
        """Lists the points and measures the first in a folder that goes away."""
        for p in self.points:
            print(p.name, *p.settings, *([f"refused: {p.refused}"] if p.refused else []))
        first = next(p for p in self.points if not p.refused)
        with tempfile.TemporaryDirectory() as temporary:
            begin = time.monotonic()
            subprocess.run([*first.command, "--out", temporary], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            took = time.monotonic() - begin
        print(f"{count_of(self.total, 'point')}, {duration(took)} each, about {duration(took * self.total / self.jobs)} with {self.jobs} at a time")
        return 0

    def pool(self, store: Store) -> engine.Pool:
        a = self.a
        if not a.scheduler and not a.cluster:
            return LocalPool(store, self.jobs)
        need("distributed", "dask_jobqueue")
        from niclab.runs import cluster
        if a.scheduler and a.cluster:
            raise WrongInput("--scheduler and --cluster given; expected one of them")
        started = cluster.start_cluster(a.cluster, a.cluster_options, a.jobs or 4) if a.cluster else None
        return cluster.ClusterPool(store, a.scheduler, started)

    def summary(self, point: Point, run: Run) -> Json:
        self.details.add(point.name, run.json)
        return measures.of_run(run)

    def generation(self, store: Store, pool: engine.Pool, progress: Progress, batch: list[Point]) -> None:
        """Runs the incomplete points of `batch`; the first one gives the estimate of time for the others."""
        begin = time.monotonic()
        for _ in engine.carry_out(batch, store, pool, progress):
            if not progress.ended:
                took = time.monotonic() - begin
                left = took * (progress.total - 1) / max(pool.size, 1)
                progress.clear()
                self.say(f"the first took {duration(took)}: about {duration(left)} for the rest")

    def carry_out(self, store: Store, pool: engine.Pool) -> None:
        refused = [p for p in self.points if p.refused]
        done = sum(store.done(p) for p in self.points)
        self.say(f"{count_of(self.total, 'point')}, {done} of them complete, {pool.size or 'none yet'} at a time"
                 + (f"; niclab refuses {len(refused)}, the first: {report.of_point(' '.join(refused[0].settings), refused[0].refused)}" if refused else ""))
        progress = Progress(self.total, quiet=self.a.quiet)
        try:
            self.generation(store, pool, progress, self.points)
            batch = self.points
            while self.search:
                self.search.tell([store.record(p) for p in batch])
                values = self.search.ask()
                if not values:
                    break
                batch = self.resolved(values)
                self.points += batch
                self.generation(store, pool, progress, batch)
        finally:
            progress.clear()

    def run(self) -> int:
        out = pathlib.Path(self.a.out or f"results/sweep/{folder_name(self.a)}")
        store = Store(out, summary=self.summary)
        pool, complete = self.pool(store), False
        failures: list[str] = []
        try:
            with engine.closing(pool):
                self.carry_out(store, pool)
                complete = True
        finally:
            failures = report.write(self, store, out, complete)
        for text in failures[:MOST_FAILURES_SAID]:
            print(f"niclab sweep: failed: {text}", file=sys.stderr)
        if len(failures) > MOST_FAILURES_SAID:
            print(f"niclab sweep: {len(failures) - MOST_FAILURES_SAID} more failed, see sweep.csv", file=sys.stderr)
        if complete:
            self.say(terminal.folded((out / report.ANSWER).read_text(), terminal.columns()))
            self.say(f"Plots: {report.PAGE}; table: {report.TABLE}; in this folder:")
        print(out)
        return 1 if failures else 0


def main() -> int:
    sweep = Sweep(parsed())
    return sweep.dry_run() if sweep.a.dry_run else sweep.run()
