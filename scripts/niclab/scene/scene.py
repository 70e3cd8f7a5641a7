"""A run's folder as JSON for pages and the bench: what `pages/modules` draw.

One packet stands for a direction: the median of those delivered, by its time from program to program. Differences between runs
are of means, with the half width of their 95 % interval; never of two such packets.
"""
import pathlib
import statistics
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from niclab import measures
from niclab.intervals import half_width
from niclab.results import PROGRAM, Json, Packet, Run
from niclab.scene.places import HOST_KINDS, Place, explanations, place_of, side_of
from niclab.scene.wires import lanes

LINE = "line"


def mean(values: list[float]) -> Json:
    """In microseconds, with the 95 % interval's half width where there are two values or more."""
    return {"mean": statistics.fmean(values), "ci95": half_width(values) if len(values) > 1 else None, "n": len(values)}


def with_sides(causes: Iterable[tuple[str, str]]) -> list[tuple[str, Place]]:
    """("a" on the sending side, "b" or "line", place) of causes and resources in a packet's order. A place that both sides have
    is the sender's until the line was passed."""
    found, passed = [], False
    for cause, resource in causes:
        place = place_of(cause, resource)
        side = LINE if place.kind == LINE else side_of(cause) or ("b" if passed else "a")
        passed = passed or side != "a"
        found.append((side, place))
    return found


def key(side: str, place: Place) -> str:
    return f"{side}.{place.id}"


def in_order(life: list[dict[str, str]], means: list[Json]) -> list[tuple[str, Place]]:
    """Each place once, from the sending program to the receiving one: those of the packet, and those other packets passed."""
    seen: dict[str, tuple[str, Place]] = {}
    for causes in (life, means):
        for side, place in with_sides((c["id"], c["resource"]) for c in causes):
            seen.setdefault(key(side, place), (side, place))
    a = sorted((p for p in seen.values() if p[0] == "a"), key=lambda p: p[1].rank)
    b = sorted((p for p in seen.values() if p[0] == "b"), key=lambda p: -p[1].rank)
    return [*a, *(p for p in seen.values() if p[0] == LINE), *b]


def value_of(config: Json, name: str) -> Any:
    """A host's key, or None where its card has no such thing."""
    found: Any = config
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def panel(side: str, place: Place) -> str:
    if side == LINE or place.kind == "bus":
        return f"{side}.{place.kind}"
    return f"{side}.{'host' if place.kind in HOST_KINDS else 'card'}"


def drawn_place(side: str, place: Place, config: Json) -> Json:
    shown = [str(value) for value in (value_of(config, name) for name in place.shows) if value not in (None, "", "0 Hz")]
    return {"id": key(side, place), "title": place.title, "kind": place.kind, "panel": panel(side, place),
            "depth": value_of(config, place.depth) if place.depth else None, "shows": ", ".join(shown)}


def drawn_spans(life: list[dict[str, str]]) -> list[Json]:
    sides = with_sides((span["id"], span["resource"]) for span in life)
    return [{"place": key(side, place), "id": span["id"], "waits": span["state"] == "waiting", "words": span["cause"],
             "amount": int(span["amount"]) if span["amount"] else None, "begin": float(span["begin_ns"]) / 1000,
             "end": float(span["end_ns"]) / 1000, "inside": not span["id"].startswith(PROGRAM)} for span, (side, place) in zip(life, sides)]


def of_means(causes: list[Json]) -> list[dict[str, str]]:
    """The mean packet as a life: for runs of too many packets to keep each one's."""
    at, life = 0.0, []
    for cause in causes:
        life.append({"id": cause["id"], "resource": cause["resource"], "state": cause["state"], "cause": cause["cause"], "amount": "",
                     "begin_ns": str(at * 1000), "end_ns": str((at + cause["mean_us"]) * 1000)})
        at += cause["mean_us"]
    return life


def place_means(lives: list[list[dict[str, str]]], places: list[str]) -> Json:
    """By place: microseconds a packet."""
    samples: dict[str, list[float]] = {place: [] for place in places}
    for life in lives:
        sums: dict[str, float] = defaultdict(float)
        for span, (side, place) in zip(life, with_sides((s["id"], s["resource"]) for s in life)):
            sums[key(side, place)] += (float(span["end_ns"]) - float(span["begin_ns"])) / 1000
        for place_id, values in samples.items():
            values.append(sums[place_id])
    return {place: mean(values) for place, values in samples.items() if values}


def between_drivers(life: list[dict[str, str]]) -> list[dict[str, str]]:
    return [span for span in life if not span["id"].startswith(PROGRAM)]


def driver_time(life: list[dict[str, str]]) -> float:
    inside = between_drivers(life)
    return (float(inside[-1]["end_ns"]) - float(inside[0]["begin_ns"])) / 1000


def totals(packets: list[Packet], lives: list[list[dict[str, str]]]) -> Json:
    found = {"program": mean([packet.total for packet in packets])} if packets else {}
    whole = [driver_time(life) for life in lives if between_drivers(life)]
    return {**found, **({"driver": mean(whole)} if whole else {})}


def hosts_of(direction: str) -> tuple[str, str]:
    """The sending and the receiving host of a direction, whose flow may stand behind a dot."""
    sender, _, receiver = direction.partition(".")[0].partition("_to_")
    return sender, receiver


def titles(results: Json, sender: str, receiver: str) -> Json:
    found = {}
    for side, host in (("a", sender), ("b", receiver)):
        config = measures.host_config(results, host)
        profile = str(config.get("profile", ""))
        found[f"{side}.host"] = host if profile in ("", host) else f"{host}: {profile}"
        found[f"{side}.card"] = str(config.get("nic", {}).get("name") or config.get("card", "card"))
    return found


def direction_of(run: Run, direction: str, packet: Packet | None, wires: bool) -> Json | None:
    """One direction drawn, or None where nothing arrived."""
    causes = [cause for cause in run.json["attribution"] if cause["direction"] == direction]
    if not causes:
        return None
    life = run.life(packet) if packet else []
    kept, mean_only = bool(life), not life
    life = life or of_means(causes)
    sender, receiver = hosts_of(direction)
    configs = {side: measures.host_config(run.json, host) for side, host in (("a", sender), ("b", receiver))}
    places = in_order(life, causes)
    lives = [one for (way, _, _), one in run.lives.items() if way == direction]
    drawn = [drawn_place(side, place, configs.get(side, {})) for side, place in places]
    return {"name": direction, "from": sender, "to": receiver, "titles": titles(run.json, sender, receiver), "packets": len(run.of(direction)),
            "packet": {"run": packet.run, "pdu": packet.pdu, "octets": packet.octets} if packet and kept else None, "mean_only": mean_only,
            "places": drawn, "spans": drawn_spans(life), "means": place_means(lives, [place["id"] for place in drawn]),
            "totals": totals(run.of(direction), lives), "explain": explanations({span["id"] for span in life}),
            "wires": lanes(run, packet) if wires and packet else []}


def make(folder: pathlib.Path | str, *, first: bool = False) -> Json:
    """The scene of a run. `first`: draws the first packet, whose wires were recorded, in place of the median one."""
    run = Run(folder)
    ways = []
    for direction in dict.fromkeys(cause["direction"] for cause in run.json["attribution"]):
        packets = run.of(direction)
        packet = (packets[0] if first else run.median_packet(direction)) if packets else None
        ways.append(direction_of(run, direction, packet, first))
    made: dict[str, Any] = run.json.get("provenance", {})
    checks = run.json["checks"].values()
    return {"experiment": run.json["experiment"], "seed": run.json["seed"], "runs": run.json["runs"], "partial": run.json["partial"],
            "answer": run.json["answer"], "notes": run.json["notes"], "findings": run.json["findings"],
            "changed": made.get("changed", []), "first": first,
            "rules": {"checked": sum(c["checked"] for c in checks), "broken": sum(c["violations_seen"] for c in checks)},
            "directions": [way for way in ways if way]}
