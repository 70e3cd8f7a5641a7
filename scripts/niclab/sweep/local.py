"""Points on this machine, one process each, as many at a time as wanted."""
import concurrent.futures
import contextlib
import os
import shutil
import signal
import threading

from niclab.sweep import niclab_point


class LocalPool:
    def __init__(self, experiment, store, jobs: int):
        self.experiment, self.store, self.size = experiment, store, jobs
        self.threads = concurrent.futures.ThreadPoolExecutor(jobs)
        self.children, self.stopped, self.guard = set(), False, threading.Lock()

    def run(self, points: list):
        """Yields (point, sentence of its failure or nothing) as they end."""
        futures = {self.threads.submit(self.one, point): point for point in points}
        for future in concurrent.futures.as_completed(futures):
            yield futures[future], future.result()

    def one(self, point) -> str:
        work = self.store.work_folder(point)
        code, error = self.launch([*self.experiment.command(point), "--out", str(work)])
        if self.stopped:
            shutil.rmtree(work, ignore_errors=True)
            return ""
        return self.store.keep(point, work, code, error)

    def launch(self, command: list) -> tuple:
        """Runs a program to its end: (exit code, errors)."""
        with self.guard:
            if self.stopped:
                return 0, ""
            child = niclab_point.start(command, os.getcwd())
            self.children.add(child)
        error = child.communicate()[1]
        with self.guard:
            self.children.discard(child)
        return child.returncode, error

    def close(self) -> None:
        """Ends what still runs; complete points stay."""
        with self.guard:
            self.stopped = True
            for child in self.children:
                with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                    os.killpg(child.pid, signal.SIGKILL)
        self.threads.shutdown(cancel_futures=True)
