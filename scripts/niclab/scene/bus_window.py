"""The part of a packet's life from the sender's first REQ# to the first data of its payload on the
receiver's bus: the paper's measure.

Other than between the drivers, it hides what a card's firmware does before its first REQ#.
"""
import dataclasses
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence

from niclab.intervals import half_width
from niclab.results import Json, Packet, Run
from niclab.scene.places import PacketPath, Place

SHORTEST = 1e-6  # us: what rounding leaves of a span that ends where the window begins
WHOLE = 0.05  # of a mean of counts: nearer to a whole number it is said as one


def mean(values: Sequence[float]) -> Json:
    """In microseconds, with the 95 % interval's half width where there are two values or more."""
    return {"mean": statistics.fmean(values), "ci95": half_width(values) if len(values) > 1 else None, "n": len(values)}


@dataclasses.dataclass
class Sums:
    """Over all packets of a direction, in microseconds a packet."""
    totals: list[float]
    places: dict[str, list[float]]
    causes: dict[str, float]
    amounts: dict[str, int]
    spans: dict[str, tuple[dict[str, str], Place]]  # one of each cause


def inside(life: Sequence[dict[str, str]], begin: float, end: float) -> Iterator[tuple[int, float]]:
    """Which spans of a life lie in the window, and how much of each, in microseconds."""
    for i, span in enumerate(life):
        length = min(float(span["end_ns"]) / 1000, end) - max(float(span["begin_ns"]) / 1000, begin)
        if length > SHORTEST:
            yield i, length


def sums_of(run: Run, packets: Sequence[Packet], begin: str, end: str, way: PacketPath, places: Sequence[str]) -> Sums:
    found = Sums([], {place: [] for place in places}, defaultdict(float), defaultdict(int), {})
    for packet in packets:
        life = run.life(packet)
        there = way.places_of([(span["id"], span["resource"]) for span in life])
        times: dict[str, float] = defaultdict(float)
        for i, length in inside(life, packet.at[begin], packet.at[end]):
            span, place = life[i], there[i]
            times[place.key] += length
            found.causes[span["id"]] += length
            found.amounts[span["id"]] += int(span["amount"] or 0)
            found.spans.setdefault(span["id"], (span, place))
        found.totals.append(packet.at[end] - packet.at[begin])
        for place_id, values in found.places.items():
            values.append(times[place_id])
    return found


def longest(sums: Sums) -> Json:
    """The cause that takes most of the mean packet's time, and its place."""
    cause, count = max(sums.causes, key=lambda name: sums.causes[name]), len(sums.totals)
    span, place = sums.spans[cause]
    amount = sums.amounts[cause] / count
    return {"mean": statistics.fmean(sums.totals), "id": cause, "place": place.key, "waits": span["state"] == "waiting", "words": span["cause"],
            "amount": round(amount) if amount and abs(amount - round(amount)) < WHOLE else None, "length": sums.causes[cause] / count}


def of(run: Run, direction: str, drawn: Packet | None, way: PacketPath, places: Sequence[str]) -> Json | None:
    """`begin` and `end` of the drawn packet in microseconds since its run began; of all of the
    direction the mean time, that at each place, and the longest cause. None of cards without buses
    at both ends, and where no packet's spans were kept.
    """
    chain = run.chains.get(direction)
    packets = [packet for packet in run.of(direction) if run.life(packet)]
    if chain is None or not chain.hardware or drawn is None or not packets or not run.life(drawn):
        return None
    begin, end = chain.from_bus, chain.to_bus
    sums = sums_of(run, packets, begin, end, way, places)
    if not sums.causes:
        return None
    return {"begin": drawn.at[begin], "end": drawn.at[end], "total": mean(sums.totals),
            "means": {place: mean(values) for place, values in sums.places.items()}, "longest": longest(sums)}
