"""Points: an experiment and what differs from it, and what niclab says about them before any is run."""
import concurrent.futures
import dataclasses
import functools
import hashlib
import itertools
import json
import math
import os
import pathlib
import subprocess
from collections.abc import Iterable
from typing import Any

from niclab import renamed
from niclab.errors import WrongInput, without_place

FEWEST_PER_CALL = 16  # points; fewer are answered before another call has begun


def hashed(data: Any) -> str:
    """Twenty hexadecimal digits that stand for JSON data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:20]


@functools.cache
def digest(program: str) -> str:
    """Of the program's file: builds that differ share a version, but no results."""
    return hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()


@dataclasses.dataclass(frozen=True)
class Experiment:
    """A file of niclab's or the user's; `common` are words of the command line that all its points share."""
    niclab: str
    file: str
    common: tuple[str, ...] = ()

    def command(self, point: "Point") -> list[str]:
        words = [self.niclab, "run", self.file, "--quiet", *self.common]
        return words + [word for setting in point.settings for word in ("--set", setting)]


@dataclasses.dataclass
class Point:
    """`settings`: KEY=VALUE. `name`: of its folder; who does not name it has it named by its identity."""
    experiment: Experiment
    settings: tuple[str, ...]
    name: str = ""
    values: dict[str, str] = dataclasses.field(default_factory=dict)  # what a sweep varies, for its tables
    identity: str = ""      # of all that its results depend on: every resolved key, what is sent, niclab itself
    config_hash: str = ""
    most_octets: int = 0    # of a packet, with all its headers, that all its cards can send; 0: not asked yet, or refused
    refused: str = ""       # niclab's sentence where it does not take the settings

    @property
    def command(self) -> list[str]:
        return self.experiment.command(self)


def varied(experiment: Experiment, values: dict[str, str]) -> Point:
    """A point of a sweep. A key such as "client.card+server.card" sets both alike."""
    return Point(experiment, tuple(f"{key}={value}" for keys, value in values.items() for key in keys.split("+")), values=values)


def processors() -> int:
    return len(os.sched_getaffinity(0))


def explained(experiment: Experiment, points: list[Point]) -> list[dict[str, Any]]:
    """niclab's answer to each point, all in one call; many points in a call per processor."""
    size = max(FEWEST_PER_CALL, math.ceil(len(points) / processors()))
    parts = [points[i:i + size] for i in range(0, len(points), size)]
    with concurrent.futures.ThreadPoolExecutor(len(parts)) as pool:
        return list(itertools.chain.from_iterable(pool.map(functools.partial(explained_together, experiment), parts)))


def explained_together(experiment: Experiment, points: list[Point]) -> list[dict[str, Any]]:
    """The answers of one call."""
    lines = "".join(json.dumps(point.settings) + "\n" for point in points)
    asked = subprocess.run([experiment.niclab, "explain", experiment.file, "--points", "-", *experiment.common], input=lines,
                           capture_output=True, text=True)
    if asked.returncode != 0:
        raise WrongInput(asked.stderr.strip().split("\n")[-1] or f"{experiment.niclab} explain: exit code {asked.returncode} without a message; expected exit code 0")
    for line in asked.stderr.splitlines():
        renamed.print_once(without_place(line))
    return [json.loads(line) for line in asked.stdout.splitlines()]


def resolve(points: Iterable[Point]) -> list[Point]:
    """Identifies the points, or notes why niclab refuses them."""
    points = list(points)
    for experiment in dict.fromkeys(point.experiment for point in points):
        mine = [point for point in points if point.experiment == experiment]
        for point, answer in zip(mine, explained(experiment, mine), strict=True):
            point.refused = without_place(answer.get("error", ""))
            if point.refused:
                point.identity = hashed([experiment.common, point.settings])
            else:
                point.config_hash = hashed(answer["config"])
                point.most_octets = answer.get("most_octets", 0)
                point.identity = hashed([digest(experiment.niclab), answer["workload_digest"], point.config_hash])
            point.name = point.name or point.identity
    return points


def version(niclab: str) -> str:
    return subprocess.run([niclab, "--version"], capture_output=True, text=True, check=True).stdout.strip()
