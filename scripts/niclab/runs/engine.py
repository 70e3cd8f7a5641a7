"""Runs what is not complete of some points and keeps it."""
import contextlib
import pathlib
import signal
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from niclab.errors import WrongInput
from niclab.runs.local import LocalPool
from niclab.runs.points import Point, processors, resolve
from niclab.runs.progress import Progress
from niclab.runs.store import Json, Store


class Pool(Protocol):
    """What runs points, and keeps them in its store."""

    @property
    def size(self) -> int:
        """Points at a time."""

    def run(self, points: list[Point]) -> Iterator[tuple[Point, str]]:
        """Yields each as it ends, with the sentence of its failure or nothing."""

    def close(self) -> None:
        """Ends what still runs."""


def ignored(signals: Iterable[signal.Signals]) -> dict[signal.Signals, Any]:
    """Ignores signals where a program may, in its main thread; returns what was done about them before."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {one: signal.signal(one, signal.SIG_IGN) for one in signals}


@contextlib.contextmanager
def closing(pool: Pool) -> Iterator[None]:
    """Ends the pool's work however the block ends; a second interrupt does not hinder it."""
    try:
        yield
    finally:
        before = ignored((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        pool.close()
        for one, handler in before.items():
            signal.signal(one, handler)


def carry_out(points: Iterable[Point], store: Store, pool: Pool, progress: Progress) -> Iterator[tuple[Point, str]]:
    """Keeps the sentences of refused points, runs those that are not complete, and yields each of
    these as it ends, with the sentence of its failure or nothing.
    """
    points = list(points)
    for point in points:
        if point.refused:
            store.refuse(point)
    todo = list({p.name: p for p in points if not p.refused and not store.done(p)}.values())
    progress.total -= len(points) - len(todo)
    for point, message in pool.run(todo):
        yield point, message
        progress.point(bool(message))


def results_of(points: list[Point], out: pathlib.Path, jobs: int = 0, unwanted: tuple[str, ...] = ()) -> tuple[Store, dict[str, Json]]:
    """The store in out/runs and results.json of every point by its name. All are needed: the first
    that fails or is refused ends it.
    """
    for point in resolve(points):
        if point.refused:
            raise WrongInput(point.refused)
    store = Store(out, "runs", unwanted=unwanted)
    progress = Progress(len(points), "runs")
    pool = LocalPool(store, jobs or processors())
    try:
        with closing(pool):
            for point, message in carry_out(points, store, pool, progress):
                if message:
                    raise RuntimeError(f"{point.name}: {message}")
    finally:
        progress.clear()
    return store, {point.name: store.results(point) for point in points}
