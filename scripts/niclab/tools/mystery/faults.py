"""The catalogue of what a mystery may hide."""
import dataclasses
import functools
import pathlib
import tomllib
from collections.abc import Sequence

CATALOGUE = pathlib.Path(__file__).resolve().parent / "catalogue.toml"
SIDES = ("client", "server")
NEAR = 0.15  # of a number that is still right


@dataclasses.dataclass(frozen=True)
class Fault:
    """One entry of catalogue.toml, which says what its fields are."""
    id: str
    place: str
    kind: str
    keys: tuple[str, ...]
    values: tuple[float, ...] = ()
    unit: str = ""
    sides: str = "host"
    when: dict[str, str] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def possible_sides(self) -> tuple[str, ...]:
        return ("both",) if self.sides == "both" else SIDES

    @property
    def middle(self) -> float | None:
        return self.values[len(self.values) // 2] if self.values else None

    def near(self, given: float, right: float) -> bool:
        """Within 15 %, or not further than the next value of the catalogue."""
        place = self.values.index(right)
        least, most = self.values[max(place - 1, 0)], self.values[min(place + 1, len(self.values) - 1)]
        return min(least, right * (1 - NEAR)) <= given <= max(most, right * (1 + NEAR))


@dataclasses.dataclass(frozen=True)
class Hidden:
    """A fault with a side and a value, as it is built into a bench."""
    fault: Fault
    side: str
    value: float | None

    @property
    def settings(self) -> tuple[str, ...]:
        """KEY=VALUE of what differs from the healthy bench."""
        other = SIDES[1 - SIDES.index(self.side)] if self.side in SIDES else ""
        half = f"{self.value / 2:g}" if self.value is not None else ""
        value = f"{self.value:g}" if self.value is not None else ""
        return tuple(key.format(side=self.side, other=other, value=value, half=half, when=self.fault.when.get(self.side, ""))
                     for key in self.fault.keys)


@functools.cache
def faults() -> tuple[Fault, ...]:
    with open(CATALOGUE, "rb") as f:
        found = tomllib.load(f)["fault"]
    return tuple(Fault(**{**one, "keys": tuple(one["keys"]), "values": tuple(one.get("values", ()))}) for one in found)


def of_kind(place: str, kind: str) -> Fault | None:
    return next((f for f in faults() if (f.place, f.kind) == (place, kind)), None)


def places() -> tuple[str, ...]:
    return tuple(dict.fromkeys(f.place for f in faults()))


def kinds(some: Sequence[Fault]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f.kind for f in some))
