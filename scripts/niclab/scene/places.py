"""What is known of places and causes beyond their names. A place that nobody described is drawn as an engine of the card."""
import dataclasses
import functools
import pathlib
import tomllib
from typing import Any

HOST_KINDS = ("software", "memory")  # stand in the host's panel; a bus between host and card; all else on the card
ORDER = {"program": 0, "software": 1, "memory": 2, "bus": 3}


@dataclasses.dataclass(frozen=True)
class Place:
    """`id`: what causes' ids begin with; `depth`: the key with the number of units it holds; `shows`: keys whose values stand
    small in its box."""
    id: str
    title: str
    kind: str = "engine"
    depth: str = ""
    shows: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """From the program to the card."""
        return ORDER["program"] if self.id == "program" else ORDER.get(self.kind, 4)


@functools.cache
def data() -> dict[str, Any]:
    return tomllib.loads((pathlib.Path(__file__).parent / "places.toml").read_text())


def place_of(cause: str, resource: str) -> Place:
    """The place of a cause, by what its id begins with."""
    first = cause.partition(".")[0]
    known = data()["place"]
    named = known.get(first, {}).get("in", first)
    found = known.get(named)
    return Place(named, found["title"], found["kind"], found.get("depth", ""), tuple(found.get("shows", ()))) if found else Place(named, resource)


def side_of(cause: str) -> str:
    """"a" for what is the sender's, "b" the receiver's, "" for what both have."""
    first = cause.partition(".")[0]
    if cause.startswith(("sending", "program.send")):
        return "a"
    if cause.startswith(("receiving", "program.receive")):
        return "b"
    return data()["place"].get(first, {}).get("side", "")


def explanations(causes: set[str]) -> dict[str, dict[str, Any]]:
    """Of each cause that is explained: the sentence, the place that holds what is waited for, the keys that change it."""
    known = data()["cause"]
    return {cause: known[cause] for cause in sorted(causes) if cause in known}
