"""Points on this machine, as many at a time as wanted."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from typing import IO, Any

from niclab.runs import child
from niclab.runs.points import Point
from niclab.runs.store import Store


def send(lines: list[str], to: IO[str]) -> None:
    with contextlib.suppress(BrokenPipeError), to:  # its reader may have been ended
        to.writelines(lines)


class LocalPool:
    """`niclab batch` runs the points: a process of it carries out one after the other."""

    def __init__(self, store: Store, jobs: int):
        self.store, self.size = store, jobs
        self.starter: subprocess.Popen | None = None
        self.unfinished: dict[int, tuple[Point, pathlib.Path]] = {}  # by their lines
        self.stopped, self.guard = False, threading.Lock()

    def run(self, points: list[Point]) -> Iterator[tuple[Point, str]]:
        """Yields (point, sentence of its failure or nothing) as they end. All are of one program."""
        self.unfinished = {i: (point, self.store.work_folder(point)) for i, point in enumerate(points, 1)}
        lines = [json.dumps([*point.command, "--out", str(work)]) + "\n" for point, work in self.unfinished.values()]
        if not points or not (starter := self.start(points[0].command[0])):
            return
        threading.Thread(target=send, args=(lines, starter.stdin), daemon=True).start()
        for line in starter.stdout:
            yield self.ended(json.loads(line))
        code = starter.wait()
        while self.unfinished and not self.stopped:
            yield self.ended({"line": min(self.unfinished), "exit_code": code or 1, "error": ""})

    def start(self, program: str) -> Any:
        """None after an end."""
        with self.guard:
            if not self.stopped:
                self.starter = child.start([program, "batch", "--jobs", str(self.size)], os.getcwd(), subprocess.PIPE)
        return self.starter

    def ended(self, answer: dict[str, Any]) -> tuple[Point, str]:
        point, work = self.unfinished.pop(answer["line"])
        return point, self.store.keep(point, work, answer["exit_code"], answer["error"])

    def close(self) -> None:
        """Ends what still runs; complete points stay."""
        with self.guard:
            self.stopped = True
        if self.starter:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                os.killpg(self.starter.pid, signal.SIGKILL)
            self.starter.wait()
        for _, work in self.unfinished.values():
            shutil.rmtree(work, ignore_errors=True)
