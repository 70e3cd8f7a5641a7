"""A card's places as its chain declares them in results.json: what kind of thing each is, on which
side of the line, why a packet waits there. An undeclared place is drawn as an engine of the card
that held the packet.
"""
import dataclasses
from collections.abc import Iterable, Sequence

from niclab.results import Json

LINE = "line"
SENDER, RECEIVER = "a", "b"
SIDES = (SENDER, LINE, RECEIVER)  # in a packet's order


@dataclasses.dataclass(frozen=True)
class Place:
    """`side`: "a" of the sender, "b" of the receiver, or "line". `parts`: what else ids of its
    causes begin with. `depth`: the key with the number of units it holds; `shows`: keys whose
    values stand small in its box; `why`: of each declared cause, by its id.
    """
    id: str
    side: str
    title: str
    kind: str = "engine"
    panel: str = "card"
    parts: tuple[str, ...] = ()
    depth: str = ""
    shows: tuple[str, ...] = ()
    why: dict[str, Json] = dataclasses.field(default_factory=dict, compare=False)

    @property
    def key(self) -> str:
        return f"{self.side}.{self.id}"

    def has(self, cause: str) -> bool:
        return first(cause) in (self.id, *self.parts)

    def explains(self, cause: str) -> Json | None:
        """What is declared of it, or of all whose ids begin so."""
        return self.why.get(cause) or self.why.get(first(cause))


def first(cause: str) -> str:
    return cause.partition(".")[0]


def declared(found: Json, side: str) -> Place:
    side = LINE if found["kind"] == LINE else side
    return Place(found["id"], side, found["title"], found["kind"], found["panel"], tuple(found["parts"]), found.get("fifo", {}).get("depth", ""),
                 tuple(found["shows"]), {why["id"]: why for why in found["causes"]})


class PacketPath:
    """Of one direction. `chain`: its part of `chain` in results.json."""

    def __init__(self, chain: Json):
        self.places = [declared(place, side) for side, key in ((SENDER, "sending_places"), (RECEIVER, "receiving_places"))
                       for place in chain.get(key, ())]
        self.known: dict[tuple[str, str, bool], Place] = {}  # what place_of() has found

    def place_of(self, cause: str, resource: str, passed: bool) -> Place:
        """A place that both sides have is the one that declares the cause, else the sender's until
        the line was `passed`.
        """
        asked = cause, resource, passed
        if asked not in self.known:
            self.known[asked] = self.find(*asked)
        return self.known[asked]

    def find(self, cause: str, resource: str, passed: bool) -> Place:
        found = [place for place in self.places if place.has(cause)]
        told = [place for place in found if cause in place.why]
        if len(found) > 1 and len(told) == 1:
            return told[0]
        if len(found) > 1:
            return found[-1 if passed else 0]
        return found[0] if found else Place(first(cause), RECEIVER if passed else SENDER, resource)

    def places_of(self, causes: Iterable[tuple[str, str]]) -> list[Place]:
        """Of causes and their resources in a packet's order."""
        found, passed = list[Place](), False
        for cause, resource in causes:
            place = self.place_of(cause, resource, passed)
            passed = passed or place.side != SENDER
            found.append(place)
        return found

    def in_order(self, *lives: Sequence[tuple[str, str]]) -> list[Place]:
        """Each place once, from the sending program to the receiving one: those declared, whether
        or not a packet stayed there, and others after the place the packet came from.
        """
        order = list(self.places)
        for life in lives:
            before = -1
            for place in self.places_of(life):
                if place not in order:
                    order.insert(before + 1, place)
                before = order.index(place)
        return order

    def explanations(self, causes: Sequence[tuple[str, str]]) -> dict[str, Json]:
        """For each explained cause: the sentence, the place that holds the awaited thing, the keys
        that change it.
        """
        pairs = zip(causes, self.places_of(causes))
        return {cause: why for (cause, _), place in pairs if (why := place.explains(cause))}
