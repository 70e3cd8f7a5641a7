"""The folder that keeps points. A point's folder appears whole or not at all, so whatever is there
need not be run again.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import shutil
from collections.abc import Callable
from typing import Any

from niclab.counts import count_of
from niclab.errors import WrongInput
from niclab.results import Run, read_json
from niclab.runs.points import Point, hashed

UNFINISHED = ".unfinished-"
Json = dict[str, Any]


def nothing_more(*_: object) -> Json:
    return {}


def why_failed(folder: pathlib.Path, code: int, error: str) -> str:
    """Why a run is not a result, in one sentence; nothing when it is."""
    if code == 0 and (folder / "results.json").exists():
        return ""
    if error.strip():
        return error.strip().split("\n")[-1]
    if code < 0:
        return f"niclab was ended by signal {-code}"
    try:
        results = read_json(folder)
    except (OSError, ValueError):
        return f"niclab ended with exit code {code} and left no results"
    broken = [f"{count_of(check['violations_seen'], 'violation')} of {name}" for name, check in results.get("checks", {}).items() if check["violations_seen"]]
    return "; ".join(broken + results["messages"]) or f"niclab ended with exit code {code}"


class Store:
    """`out`/`name` with a folder for each point; one tool at a time writes it. `summary` makes what
    is kept of a run beside its files, under "measures"; files named in `unwanted` are not kept.
    """

    def __init__(self, out: pathlib.Path, name: str = "points", summary: Callable[[Point, Run], Json] = nothing_more,
                 unwanted: tuple[str, ...] = ()):
        self.folder, self.summary, self.unwanted = out / name, summary, unwanted
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = open(out / ".lock", "w")
        except OSError as error:
            raise WrongInput(f"--out {out}: cannot write there; expected a writable folder") from error
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise WrongInput(f"--out {out}: in use by another niclab; expected another folder") from error
        for left in list(self.folder.rglob(f"*{UNFINISHED}*")):
            shutil.rmtree(left, ignore_errors=True)

    def folder_of(self, point: Point) -> pathlib.Path:
        return self.folder / point.name

    def kept(self, point: Point, file: str) -> Json:
        """What was written about the point, if it was about this very point; or nothing."""
        with contextlib.suppress(OSError, ValueError):
            found = json.loads((self.folder_of(point) / file).read_text())
            if found.get("identity") == point.identity:
                return found
        return {}

    def done(self, point: Point) -> bool:
        return bool(self.kept(point, "point.json"))

    def record(self, point: Point) -> Json:
        """What was measured, or {}."""
        return self.kept(point, "point.json").get("measures", {})

    def failure(self, point: Point) -> str:
        """The sentence of a failed point, or nothing."""
        return self.kept(point, "failed.json").get("message", "")

    def results(self, point: Point) -> Json:
        """results.json of a complete point."""
        return read_json(self.folder_of(point))

    def work_folder(self, point: Point) -> pathlib.Path:
        """Where a point's run writes until it is complete."""
        folder = self.folder_of(point)
        folder.parent.mkdir(parents=True, exist_ok=True)
        return folder.with_name(f"{folder.name}{UNFINISHED}{os.getpid()}")

    def keep(self, point: Point, work: pathlib.Path, code: int, error: str) -> str:
        """Puts a point's folder in place; returns the sentence of its failure, or nothing."""
        message = why_failed(work, code, error)
        run = None if message else Run(work)
        if run and hashed(run.json["config"]) != point.config_hash:
            message = "the experiment's files changed while its points ran"
        about: Json = {"identity": point.identity, "settings": point.settings}
        if message or not run:
            work.mkdir(exist_ok=True)
            file, about = "failed.json", {"message": message, "exit_code": code, **about}
        else:
            file, about = "point.json", {**about, "measures": self.summary(point, run)}
            for name in self.unwanted:
                (work / name).unlink(missing_ok=True)
        (work / file).write_text(json.dumps(about) + "\n")
        shutil.rmtree(self.folder_of(point), ignore_errors=True)
        work.rename(self.folder_of(point))
        return message

    def refuse(self, point: Point) -> None:
        """Keeps the message of a point that niclab does not take."""
        work = self.work_folder(point)
        shutil.rmtree(work, ignore_errors=True)
        self.keep(point, work, 2, point.refused)
