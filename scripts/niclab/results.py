"""What niclab left, for notebooks and for the package's own tools.

    from niclab.results import load
    points = load("results/sweep/echo")     # a pandas table, one row a point of a sweep

Run is a run's folder without pandas: results.json, the packets with their moments, the spans of
their lives.
"""
from __future__ import annotations

import dataclasses
import functools
import json
import pathlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from niclab import files, renamed

if TYPE_CHECKING:
    import pandas

Json = dict[str, Any]
Maker = TypeVar("Maker")


def load(folder: pathlib.Path | str) -> pandas.DataFrame:
    """One row a point of a sweep: what was varied, and what was measured."""
    import pandas
    return pandas.read_csv(pathlib.Path(folder) / "sweep.csv").rename(columns=lambda name: renamed.column("sweep.csv", name))


def read_json(folder: pathlib.Path) -> Json:
    """results.json of a run by any version, with present names."""
    return renamed.upgrade(json.loads((folder / "results.json").read_text()))


def of_section(results: Json, **of: Maker) -> Maker | None:
    """Of values by section, that of the one which a run of hosts (`network`) or of a `segment` has; None: cards alone."""
    return next((value for name, value in of.items() if name in results), None)


def varied_keys(folder: pathlib.Path) -> list[str]:
    """What a sweep varied."""
    return [renamed.key(name) for name in json.loads((folder / "sweep.json").read_text())["keys"]]


def load_pdus(folder: pathlib.Path | str) -> pandas.DataFrame:
    """Every packet of every complete point, with what was varied beside it."""
    import pandas
    folder = pathlib.Path(folder)
    keys = varied_keys(folder)
    points = load(folder)
    tables = []
    for _, row in points[points.status == "done"].iterrows():
        packets = pandas.read_csv(folder / "points" / str(row.point) / "pdus.csv").rename(columns=lambda name: renamed.column("pdus.csv", name))
        tables.append(packets.assign(point=row.point, **{key: row[key] for key in keys}))
    return pandas.concat(tables, ignore_index=True)


@dataclasses.dataclass(frozen=True)
class Stage:
    """From one moment of a packet's life to the next, as the card's kind declares it. `resource`:
    what works for the packet there or is waited for; `hardware`: between the two buses, the cards'
    own.
    """
    name: str
    begin: str
    end: str
    what: str
    resource: str
    hardware: bool


PROGRAM = "program."  # begins the ids of causes outside the drivers


@dataclasses.dataclass(frozen=True)
class Chain:
    """A packet's life from the sending program to the receiving one."""
    stages: tuple[Stage, ...]

    @property
    def moments(self) -> tuple[str, ...]:
        return (*(stage.begin for stage in self.stages), self.stages[-1].end)

    @property
    def hardware(self) -> tuple[Stage, ...]:
        return tuple(stage for stage in self.stages if stage.hardware)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(stage.name for stage in self.stages)

    @property
    def from_bus(self) -> str:
        """The moment at which the sender's card begins."""
        return self.hardware[0].begin

    @property
    def to_bus(self) -> str:
        """The moment at which the receiver's card has brought the packet's begin."""
        return self.hardware[-1].end


def chains(results: Json) -> dict[str, Chain]:
    """By direction, out of results.json: two cards of different kinds have a chain of their own each way."""
    return {direction: Chain(tuple(Stage(s["name"], s["from"], s["to"], s["what"], s["resource"], s["hardware"]) for s in found["stages"]))
            for direction, found in results["chain"].items()}


def merged(lists: Iterable[Sequence[str]]) -> list[str]:
    """All names, each behind the one it follows where it comes from."""
    every: list[str] = []
    for names in lists:
        place = 0
        for name in names:
            if name not in every:
                every.insert(place, name)
            place = every.index(name) + 1
    return every


def stage_names(results: Json, hardware: bool = False) -> list[str]:
    """Of all directions' chains; those of the cards alone, if wanted."""
    return merged([s.name for s in (c.hardware if hardware else c.stages)] for c in chains(results).values())


@dataclasses.dataclass(frozen=True)
class Packet:
    """A delivered packet: its moments in microseconds since its run's start."""
    direction: str
    run: str
    pdu: str
    octets: int
    at: dict[str, float]

    def between(self, begin: str, end: str) -> float:
        return self.at[end] - self.at[begin]

    def stage(self, stage: Stage) -> float:
        return self.between(stage.begin, stage.end)

    @property
    def begin(self) -> float:
        return next(iter(self.at.values()))

    @property
    def end(self) -> float:
        return next(reversed(self.at.values()))

    @property
    def total(self) -> float:
        return self.end - self.begin


class Run:
    """A run's folder; its files are read when they are asked for."""

    def __init__(self, folder: pathlib.Path | str):
        self.folder = pathlib.Path(folder)
        self.json: Json = read_json(self.folder)

    @functools.cached_property
    def chains(self) -> dict[str, Chain]:
        return chains(self.json)

    @functools.cached_property
    def packets(self) -> list[Packet]:
        """Those that passed all moments, in the order of the file."""
        moments = {direction: chain.moments for direction, chain in self.chains.items()}
        return [Packet(row["direction"], row["run"], row["pdu"], int(row["payload_octets"]),
                       {m: float(row[m]) / 1e3 for m in moments[row["direction"]]})
                for row in files.rows(self.folder / "pdus.csv")
                if row["status"] == "ok" and all(row[m] for m in moments[row["direction"]])]

    @functools.cached_property
    def spans(self) -> list[dict[str, str]]:
        return files.rows(self.folder / "attribution.csv")

    @functools.cached_property
    def fifos(self) -> dict[tuple[str, str], list[dict[str, str]]]:
        """Bins of each FIFO's fill, by (side, FIFO)."""
        found: dict[tuple[str, str], list[dict[str, str]]] = {}
        for row in files.rows(self.folder / "occupancy.csv"):
            found.setdefault((row["side"], row["fifo"]), []).append(row)
        return found

    @property
    def directions(self) -> list[str]:
        return list(self.by_direction)

    @functools.cached_property
    def by_direction(self) -> dict[str, list[Packet]]:
        """Packets by direction, in the order of the file."""
        found: dict[str, list[Packet]] = {}
        for packet in self.packets:
            found.setdefault(packet.direction, []).append(packet)
        return found

    def of(self, direction: str) -> list[Packet]:
        return self.by_direction.get(direction, [])

    def median_packet(self, direction: str) -> Packet:
        ordered = sorted(self.of(direction), key=lambda p: p.total)
        return ordered[(len(ordered) - 1) // 2]

    @functools.cached_property
    def lives(self) -> dict[tuple[str, str, str], list[dict[str, str]]]:
        """Spans by direction, run and packet."""
        found: dict[tuple[str, str, str], list[dict[str, str]]] = {}
        for span in self.spans:
            found.setdefault((span["direction"], span["run"], span["pdu"]), []).append(span)
        return found

    def life(self, packet: Packet) -> list[dict[str, str]]:
        """Spans of one packet, in order; none where there were too many packets."""
        return self.lives.get((packet.direction, packet.run, packet.pdu), [])

    def driver_to_driver(self, packet: Packet) -> list[dict[str, str]]:
        """Spans between the two drivers: what lies outside is the programs'."""
        return [span for span in self.life(packet) if not span["id"].startswith(PROGRAM)]
