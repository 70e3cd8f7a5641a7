"""Points on the workers of a Dask cluster; their files come back here, where the one writer keeps
them.

The workers need the program and the experiment under the same paths, and no shared folder for
results.
"""
import contextlib
import importlib
import inspect
import logging
import os
import pathlib
import shutil
import sys
import time
import tomllib
import uuid
import zlib
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any

from niclab.errors import WrongInput, unknown
from niclab.runs import child
from niclab.runs.points import Point
from niclab.runs.store import Store

CLUSTERS = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "sge": "SGECluster", "lsf": "LSFCluster", "htcondor": "HTCondorCluster",
            "oar": "OARCluster", "moab": "MoabCluster", "local": "LocalCluster"}
WAITING_PER_WORKER = 3  # enough that none is idle while results travel
SECONDS_BETWEEN_QUESTIONS = 1.0
GONE = "the scheduler is gone; what is complete is kept, the same command goes on from there"


def options_of(file: str) -> dict[str, Any]:
    try:
        with open(file, "rb") as f:
            return tomllib.load(f)
    except OSError as error:
        raise WrongInput(f"--cluster-options {file}: cannot open it; expected a readable TOML file") from error
    except tomllib.TOMLDecodeError as error:
        raise WrongInput(f"{file}: {error}; expected TOML") from error


def start_cluster(kind: str, options_file: str, jobs: int) -> Any:
    """Asks a batch system for `jobs` workers."""
    if kind not in CLUSTERS:
        raise WrongInput(f"--cluster {kind}: {unknown('cluster', kind, CLUSTERS)}")
    options = {"cores": 1, "memory": "2 GB", **(options_of(options_file) if options_file else {})}
    make = getattr(importlib.import_module("dask_jobqueue.local" if kind == "local" else "dask_jobqueue"), CLUSTERS[kind])
    submit = getattr(make.job_cls, "submit_command", None)
    if submit and not shutil.which(submit.split()[0]):
        raise WrongInput(f"--cluster {kind}: no command {submit.split()[0]} on this machine; expected a machine that can submit jobs")
    try:
        cluster = make(**options)
    except (TypeError, ValueError) as error:
        raise WrongInput(f"--cluster {kind}: {str(error).splitlines()[0]}") from error
    cluster.scale(jobs=jobs)
    return cluster


class ByValue:
    """A function of a module that scheduler and workers need not have; they get its code.

    Dask pickles a submitted function by reference. This object unpickles as the function itself.
    """

    def __init__(self, function: Any):
        import cloudpickle
        module = inspect.getmodule(function)
        cloudpickle.register_pickle_by_value(module)
        try:
            self.code, self.load = cloudpickle.dumps(function), cloudpickle.loads
        finally:
            cloudpickle.unregister_pickle_by_value(module)

    def __reduce__(self) -> tuple:
        return self.load, (self.code,)

    def __call__(self, *arguments: Any) -> Any:
        return self.load(self.code)(*arguments)


@contextlib.contextmanager
def needs_scheduler() -> Iterator[None]:
    """A request that no scheduler answers becomes one sentence."""
    try:
        yield
    except (OSError, CancelledError) as error:
        raise RuntimeError(GONE) from error


class ClusterPool:
    def __init__(self, store: Store, address: str = "", cluster: Any = None):
        import distributed
        logging.disable(logging.CRITICAL)  # what a user has to know is said by us, in one sentence
        self.store, self.cluster = store, cluster
        self.asked, self.threads = float("-inf"), 0
        self.group = f"niclab-{uuid.uuid4().hex}"  # points of one group wait at the scheduler, not at a busy worker
        try:
            self.client = distributed.Client(cluster or address, timeout=10)
        except (OSError, ValueError, TypeError) as error:
            raise WrongInput(f"--scheduler {address}: no answer; expected the address of a Dask scheduler") from error
        self.far_away = ByValue(child.far_away)
        if not self.size:
            print("no worker yet, the points wait for the first", file=sys.stderr)

    @property
    def size(self) -> int:
        """Points that can run at a time. The scheduler is asked once in a while: each question is a
        round trip.
        """
        if time.monotonic() > self.asked + SECONDS_BETWEEN_QUESTIONS:
            with needs_scheduler():
                self.asked, self.threads = time.monotonic(), sum(self.client.nthreads().values())
        return self.threads

    def submit(self, point: Point) -> Any:
        return self.client.submit(self.far_away, point.command, os.getcwd(), pure=False, retries=2,
                                  key=(self.group, point.name))

    def run(self, points: list[Point]) -> Iterator[tuple[Point, str]]:
        """Yields (point, sentence of its failure or nothing) as they end. Dask gives a lost
        worker's points to others.
        """
        import distributed
        left, out = list(reversed(points)), dict[str, Point]()
        ended = distributed.as_completed()
        while left or out:
            while left and len(out) < max(8, WAITING_PER_WORKER * self.size):
                point = left.pop()
                future = self.submit(point)
                out[future.key] = point
                ended.add(future)
            future = next(ended)
            yield out[future.key], self.take(out.pop(future.key), future)

    def take(self, point: Point, future: Any) -> str:
        work = self.store.work_folder(point)
        if future.status == "cancelled":
            raise RuntimeError(GONE)
        if future.status == "error":
            return self.store.keep(point, work, 1, f"the cluster gave the point up: {str(future.exception()).splitlines()[0]}")
        with needs_scheduler():
            code, error, files = future.result()
        work.mkdir(exist_ok=True)
        for name, content in files.items():
            (work / pathlib.Path(name).name).write_bytes(zlib.decompress(content))
        return self.store.keep(point, work, code, error)

    def close(self) -> None:
        self.client.close()
        if self.cluster:
            self.cluster.close()
