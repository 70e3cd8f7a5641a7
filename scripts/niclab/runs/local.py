"""Points on this machine, one process each, as many at a time as wanted."""
import concurrent.futures
import contextlib
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator

from niclab.runs import child
from niclab.runs.points import Point
from niclab.runs.store import Store


class LocalPool:
    def __init__(self, store: Store, jobs: int):
        self.store, self.size = store, jobs
        self.threads = concurrent.futures.ThreadPoolExecutor(jobs)
        self.children: set[subprocess.Popen] = set()
        self.stopped, self.guard = False, threading.Lock()

    def run(self, points: list[Point]) -> Iterator[tuple[Point, str]]:
        """Yields (point, sentence of its failure or nothing) as they end."""
        futures = {self.threads.submit(self.one, point): point for point in points}
        for future in concurrent.futures.as_completed(futures):
            yield futures[future], future.result()

    def one(self, point: Point) -> str:
        work = self.store.work_folder(point)
        code, error = self.launch([*point.command, "--out", str(work)])
        if self.stopped:
            shutil.rmtree(work, ignore_errors=True)
            return ""
        return self.store.keep(point, work, code, error)

    def launch(self, command: list[str]) -> tuple[int, str]:
        """Runs a program to its end: (exit code, errors)."""
        with self.guard:
            if self.stopped:
                return 0, ""
            running = child.start(command, os.getcwd())
            self.children.add(running)
        error = running.communicate()[1]
        with self.guard:
            self.children.discard(running)
        return running.returncode, error

    def close(self) -> None:
        """Ends what still runs; complete points stay."""
        with self.guard:
            self.stopped = True
            for running in self.children:
                with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                    os.killpg(running.pid, signal.SIGKILL)
        self.threads.shutdown(cancel_futures=True)
