#!/usr/bin/env python3
"""Cost of a sweep in addition to its runs: PYTHONPATH=scripts .venv/bin/python
testbenches/benchmark/sweep.py build/release/testbenches/niclab/niclab

Short points on this machine: the share of time in which a run is on each processor, and the time of
a point in addition to its run. Points that only wait, on Dask workers: how many of them work at a
time. Printed, not tested; needs an idle machine.
"""
import argparse
import logging
import os
import pathlib
import tempfile
import time

from niclab import measures
from niclab.runs import cluster, local, points, store


class Forgetful:
    """A store that keeps nothing."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def work_folder(self, point):
        return self.folder / point.name

    def keep(self, *_):
        return ""


class Waiting(points.Experiment):
    """An experiment with points that only wait, for the number of seconds in its file's name."""

    def command(self, point):
        return ["/usr/bin/env", "sh", "-c", f"sleep {self.file}"]


def short_points(niclab, number):
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        experiment = points.Experiment(niclab, "echo", ("--runs", "1"))
        todo = points.resolve(points.varied(experiment, {"run.seed": str(seed)}) for seed in range(1, number + 1))
        kept = store.Store(pathlib.Path(folder), summary=lambda _, run: measures.of_run(run))
        pool = local.LocalPool(kept, os.cpu_count())
        failed = [message for _, message in pool.run(todo) if message]
        wall = time.monotonic() - begin
        pool.close()
        taken = sum(kept.results(point)["provenance"]["wall_s"] for point in todo)
    assert not failed, failed[0]
    slots = wall * pool.size
    print(f"{number} points of one run, {pool.size} processors: {wall:.1f} s, a run on each {100 * taken / slots:.1f} % of the time, "
          f"{1000 * taken / number:.1f} ms a run, {1000 * (slots - taken) / number:.2f} ms beside it")


def waiting_points(number, workers, seconds):
    import distributed
    local_cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, local_cluster as made:
        pool = cluster.ClusterPool(Forgetful(folder), cluster=made)
        pool.client.wait_for_workers(workers)
        list(pool.run([points.Point(Waiting("", "0.1"), (), f"warm{i}") for i in range(2 * workers)]))
        begin = time.monotonic()
        ended = sum(1 for _ in pool.run([points.Point(Waiting("", str(seconds)), (), str(i)) for i in range(number)]))
        wall = time.monotonic() - begin
        pool.client.close()
    print(f"{ended} points that wait {seconds} s, {workers} Dask workers: {wall:.1f} s, {ended * seconds / wall:.1f} of them at work on average")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("niclab")
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=32)
    a = parser.parse_args()
    short_points(str(pathlib.Path(a.niclab).resolve()), a.points)
    waiting_points(20 * a.workers, a.workers, 1)
