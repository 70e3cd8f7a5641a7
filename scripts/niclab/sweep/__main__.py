"""niclab sweep: an experiment at many points, here or on a cluster."""
import argparse
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from niclab.sweep import plan, search
from niclab.sweep import points as point_module
from niclab.sweep.errors import WrongInput
from niclab.sweep.progress import Progress, duration

NEEDED = ("matplotlib", "pandas")


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


def need(packages) -> None:
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise WrongInput(f"niclab sweep: the Python package {package} is missing, run scripts/setup.sh --with-tools")


def common_arguments(a: argparse.Namespace) -> list:
    """What every point's run is told beside its own values."""
    words = [word for setting in a.set for word in ("--set", setting)]
    for name in ("seed", "runs"):
        if getattr(a, name) is not None:
            words += [f"--{name}", str(getattr(a, name))]
    return words


def refuse_hopeless(found: list) -> None:
    """A misspelt key, or nothing that could run, is the command's fault and not a point's."""
    wrong = [p.refused for p in found if p.refused]
    unknown = [text for text in wrong if "unknown key" in text]
    if unknown or len(wrong) == len(found):
        raise WrongInput(f"niclab sweep: {(unknown or wrong)[0]}")


class Sweep:
    def __init__(self, a: argparse.Namespace):
        self.a = a
        self.experiment = point_module.Experiment(a.niclab, a.experiment, common_arguments(a))
        self.objectives = search.parse(a.objective)
        self.seed = 1 if a.seed is None else a.seed
        self.axes, values = plan.make(a, self.seed)
        self.search = None
        if self.objectives:
            need(["optuna"])
            self.search = search.Search(self.axes, self.objectives, a.trials or search.DEFAULT_TRIALS, self.seed)
            values = self.search.ask()
        elif a.trials:
            raise WrongInput("--trials: found without --objective, which says what is searched for")
        self.points = self.experiment.resolve([point_module.Point(v) for v in values])
        refuse_hopeless(self.points)
        self.jobs = a.jobs or len(os.sched_getaffinity(0))

    def say(self, text: str) -> None:
        if not self.a.quiet:
            print(text, flush=True)

    @property
    def total(self) -> int:
        return (self.a.trials or search.DEFAULT_TRIALS) if self.search else len(self.points)

    def dry_run(self) -> int:
        """Lists the points and measures the first in a folder that goes away."""
        for p in self.points:
            print(p.name, *p.settings(), *([f"refused: {p.refused}"] if p.refused else []))
        first = next(p for p in self.points if not p.refused)
        with tempfile.TemporaryDirectory() as temporary:
            begin = time.monotonic()
            subprocess.run([*self.experiment.command(first), "--out", temporary], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            took = time.monotonic() - begin
        print(f"{self.total} points, {duration(took)} each, about {duration(took * self.total / self.jobs)} with {self.jobs} at a time")
        return 0

    def pool(self, store):
        a = self.a
        if not a.scheduler and not a.cluster:
            from niclab.sweep import local
            return local.LocalPool(self.experiment, store, self.jobs)
        need(["distributed", "dask_jobqueue"])
        from niclab.sweep import cluster
        if a.scheduler and a.cluster:
            raise WrongInput("niclab sweep: --scheduler and --cluster found, one of them wanted")
        started = cluster.start_cluster(a.cluster, a.cluster_options, a.jobs or 4) if a.cluster else None
        return cluster.ClusterPool(self.experiment, store, a.scheduler, started)

    def generation(self, store, pool, progress, batch: list) -> None:
        """Runs what is not complete of `batch`."""
        for p in batch:
            if p.refused:
                store.refuse(p)
        todo = list({p.name: p for p in batch if not p.refused and not store.done(p)}.values())
        progress.total -= len(batch) - len(todo)
        begin = time.monotonic()
        for _, message in pool.run(todo):
            if not progress.ended:
                took = time.monotonic() - begin
                left = took * (progress.total - 1) / max(pool.size, 1)
                progress.clear()
                self.say(f"the first took {duration(took)}: about {duration(left)} for the rest")
            progress.point(bool(message))

    def carry_out(self, store, pool) -> None:
        refused = sum(bool(p.refused) for p in self.points)
        done = sum(store.done(p) for p in self.points)
        self.say(f"{self.total} points, {done} of them complete, {pool.size or 'none yet'} at a time"
                 + (f"; niclab refuses {refused}" if refused else ""))
        progress = Progress(self.total, self.a.quiet)
        try:
            self.generation(store, pool, progress, self.points)
            batch = self.points
            while self.search:
                self.search.tell([store.record(p) for p in batch])
                values = self.search.ask()
                if not values:
                    break
                batch = self.experiment.resolve([point_module.Point(v) for v in values])
                self.points += batch
                self.generation(store, pool, progress, batch)
        finally:
            progress.clear()

    def run(self) -> int:
        from niclab.sweep import report
        out = pathlib.Path(self.a.out or f"results/sweep/{pathlib.Path(self.a.experiment).stem}")
        store = point_module.Store(out)
        pool, complete = self.pool(store), False
        try:
            self.carry_out(store, pool)
            complete = True
        finally:
            for again in (signal.SIGINT, signal.SIGTERM):
                signal.signal(again, signal.SIG_IGN)
            pool.close()
            failures = report.write(self, store, out, complete)
        for text in failures[:5]:
            print(f"niclab sweep: failed: {text}", file=sys.stderr)
        if len(failures) > 5:
            print(f"niclab sweep: {len(failures) - 5} more failed, see sweep.csv", file=sys.stderr)
        print(out)
        return 1 if failures else 0


def interrupted(*_):
    raise KeyboardInterrupt


def main() -> int:
    signal.signal(signal.SIGTERM, interrupted)
    try:
        a = parsed()
        need(NEEDED)
        sweep = Sweep(a)
        return sweep.dry_run() if a.dry_run else sweep.run()
    except KeyboardInterrupt:
        print("niclab sweep: interrupted; what is complete is kept, the same command goes on from there", file=sys.stderr)
        return 130
    except WrongInput as error:
        print(error, file=sys.stderr)
        return 2
    except (RuntimeError, OSError) as error:
        print(f"niclab sweep: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
