"""Points and the folders they are kept in.

A point's name is a hash of all that its results depend on: every key of the resolved experiment, what is sent, and niclab's
version. Its folder appears whole or not at all, so whatever is there need not be run again.
"""
import dataclasses
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

from niclab.sweep import measures
from niclab.sweep.errors import WrongInput

UNFINISHED = ".unfinished-"


@dataclasses.dataclass
class Point:
    """`values` is what the sweep varies, a name such as "client.card+server.card" both keys alike; `refused` is niclab's
    sentence where it does not take them."""
    values: dict
    name: str = ""
    config_hash: str = ""
    refused: str = ""

    def settings(self) -> list:
        return [f"{key}={value}" for keys, value in self.values.items() for key in keys.split("+")]


def hashed(data) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:20]


def without_place(message: str) -> str:
    """niclab counts assignments, a user of sweep wrote none."""
    return re.sub(r"^--set:\d+:\d+: ", "", message)


class Experiment:
    """The experiment, and what niclab says about points of it before any is run."""

    def __init__(self, niclab: str, file: str, common: list):
        self.niclab, self.file, self.common = niclab, file, common

    def command(self, point: Point) -> list:
        words = [self.niclab, "run", self.file, "--quiet", *self.common]
        return words + [word for setting in point.settings() for word in ("--set", setting)]

    def resolve(self, points: list) -> list:
        """Names the points, or notes why niclab refuses them; all in one call."""
        lines = "".join(json.dumps(point.settings()) + "\n" for point in points)
        asked = subprocess.run([self.niclab, "explain", self.file, "--points", "-", *self.common], input=lines,
                               capture_output=True, text=True)
        if asked.returncode != 0:
            raise WrongInput(asked.stderr.strip().split("\n")[0] or f"{self.niclab}: explain ended with {asked.returncode}")
        for point, line in zip(points, asked.stdout.splitlines()):
            answer = json.loads(line)
            point.refused = without_place(answer.get("error", ""))
            point.config_hash = "" if point.refused else hashed(answer["config"])
            identity = [self.common, point.settings()] if point.refused else [
                answer["niclab"], answer["workload_digest"], point.config_hash]
            point.name = hashed(identity)
        return points


class Store:
    """The folder of a sweep's points; one sweep at a time writes it."""

    def __init__(self, out: pathlib.Path):
        self.folder = out / "points"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = open(out / ".lock", "w")
        except OSError as error:
            raise WrongInput(f"--out: '{out}' found, a folder that can be written wanted") from error
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise WrongInput(f"--out: '{out}' found, another sweep is writing there") from error
        for left in self.folder.glob(f"*{UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)

    def folder_of(self, point: Point) -> pathlib.Path:
        return self.folder / point.name

    def done(self, point: Point) -> bool:
        return (self.folder_of(point) / "point.json").exists()

    def record(self, point: Point) -> dict:
        """What was measured, or {}."""
        try:
            return json.loads((self.folder_of(point) / "point.json").read_text())["measures"]
        except FileNotFoundError:
            return {}

    def failure(self, point: Point) -> str:
        """The sentence of a failed point, or nothing."""
        try:
            return json.loads((self.folder_of(point) / "failed.json").read_text())["message"]
        except FileNotFoundError:
            return ""

    def work_folder(self, point: Point) -> pathlib.Path:
        return self.folder / f"{point.name}{UNFINISHED}{os.getpid()}"

    def keep(self, point: Point, work: pathlib.Path, code: int, error: str) -> str:
        """Puts a point's folder in place; returns the sentence of its failure, or nothing."""
        message = measures.failure(work, code, error)
        if not message and measures.config(work, hashed) != point.config_hash:
            message = "the experiment's files changed while the sweep ran"
        if message:
            work.mkdir(exist_ok=True)
            file, content = "failed.json", {"message": message, "exit_code": code, "settings": point.settings()}
        else:
            file, content = "point.json", {"settings": point.settings(), "measures": measures.measure(work)}
        (work / file).write_text(json.dumps(content, indent=1) + "\n")
        shutil.rmtree(self.folder_of(point), ignore_errors=True)
        work.rename(self.folder_of(point))
        return message

    def refuse(self, point: Point) -> None:
        """Keeps the message of a point that niclab does not take."""
        work = self.work_folder(point)
        shutil.rmtree(work, ignore_errors=True)
        self.keep(point, work, 2, point.refused)
