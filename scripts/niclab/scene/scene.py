"""A run's folder as JSON for pages and the bench: what `pages/modules` draw.

One packet represents a direction: the median of those delivered, by its time from program to
program. Differences between runs are of means, with the half width of their 95 % interval; never of
two such packets.
"""
import pathlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from niclab import measures
from niclab.results import PROGRAM, Json, Packet, Run, of_section
from niclab.scene import bus_window, coarse, segment
from niclab.scene.bus_window import WHOLE, mean
from niclab.scene.places import SIDES, PacketPath, Place
from niclab.scene.wires import lanes


def value_of(config: Json, name: str) -> Any:
    """A host's key, or None where its card has no such thing."""
    found: Any = config
    for part in name.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def shown(config: Json, name: str) -> str:
    """A key's value in few letters; nothing where the card has no such key, or its value says nothing."""
    value = value_of(config, name)
    if value in (None, "", "0 Hz"):
        return ""
    return f"{value // 1024} KiB" if name.endswith("_octets") else str(value)


def drawn_place(place: Place, config: Json) -> Json:
    words = [text for text in (shown(config, name) for name in place.shows) if text]
    return {"id": place.key, "title": place.title, "kind": place.kind, "panel": f"{place.side}.{place.panel}",
            "depth": value_of(config, place.depth) if place.depth else None, "shows": ", ".join(words),
            "keys": list(dict.fromkeys(key for why in place.why.values() for key in why["keys"]))}


def steps(life: Sequence[dict[str, str]] | Sequence[Json]) -> list[tuple[str, str]]:
    """Cause and resource of each span."""
    return [(span["id"], span["resource"]) for span in life]


def drawn_spans(life: list[dict[str, str]], way: PacketPath) -> list[Json]:
    return [{"place": place.key, "id": span["id"], "waits": span["state"] == "waiting", "words": span["cause"],
             "amount": int(span["amount"]) if span["amount"] else None, "begin": float(span["begin_ns"]) / 1000,
             "end": float(span["end_ns"]) / 1000, "inside": not span["id"].startswith(PROGRAM)} for span, place in zip(life, way.places_of(steps(life)))]


def of_means(causes: list[Json], way: PacketPath) -> list[dict[str, str]]:
    """The mean packet as a life: for runs of too many packets to keep each one's. A cause that the
    first packets had not is at the position of its place.
    """
    sides = [SIDES.index(place.side) for place in way.places_of(steps(causes))]
    order = sorted(range(len(causes)), key=lambda i: (sides[i], sides[i] == len(SIDES) - 1 and causes[i]["id"].startswith(PROGRAM)))
    at, life = 0.0, []
    for cause in (causes[i] for i in order):
        life.append({"id": cause["id"], "resource": cause["resource"], "state": cause["state"], "cause": cause["cause"], "amount": "",
                     "begin_ns": str(at * 1000), "end_ns": str((at + cause["mean_us"]) * 1000)})
        at += cause["mean_us"]
    return life


def place_means(lives: list[list[dict[str, str]]], way: PacketPath, places: list[str]) -> Json:
    """By place: microseconds a packet."""
    samples: dict[str, list[float]] = {place: [] for place in places}
    for life in lives:
        sums: dict[str, float] = defaultdict(float)
        for span, place in zip(life, way.places_of(steps(life))):
            sums[place.key] += (float(span["end_ns"]) - float(span["begin_ns"])) / 1000
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


def longest_of(run: Run, direction: str, causes: list[Json], way: PacketPath) -> Json | None:
    """What the run's own answer says of a direction: the mean from driver to driver and its largest
    cause, with the place of that.
    """
    finding = next((f for f in run.json["findings"] if f["kind"] == "latency" and f["direction"] == direction), None)
    if finding is None:
        return None
    cause, place = next((c, p) for c, p in zip(causes, way.places_of(steps(causes))) if c["id"] == finding["largest_cause"])
    amount = cause.get("mean_amount", 0)
    return {"mean": finding["mean_us"], "id": cause["id"], "place": place.key, "waits": cause["state"] == "waiting", "words": cause["cause"],
            "amount": round(amount) if abs(amount - round(amount)) < WHOLE else None, "length": finding["largest_cause_us"]}


def direction_of(run: Run, direction: str, packet: Packet | None, wires: bool) -> Json | None:
    """One direction drawn, or None where nothing arrived."""
    causes = [cause for cause in run.json["attribution"] if cause["direction"] == direction]
    if not causes:
        return None
    life = run.life(packet) if packet else []
    kept, mean_only = bool(life), not life
    way = PacketPath(run.json["chain"].get(direction, {}))
    life = life or of_means(causes, way)
    sender, receiver = hosts_of(direction)
    configs = {side: measures.host_config(run.json, host) for side, host in (("a", sender), ("b", receiver))}
    lives = [one for (name, _, _), one in run.lives.items() if name == direction]
    drawn = [drawn_place(place, configs.get(place.side, {})) for place in way.in_order(steps(life), steps(causes))]
    return {"name": direction, "from": sender, "to": receiver, "titles": titles(run.json, sender, receiver), "packets": len(run.of(direction)),
            "packet": {"run": packet.run, "pdu": packet.pdu, "octets": packet.octets} if packet and kept else None, "mean_only": mean_only,
            "places": drawn, "spans": drawn_spans(life, way),
            "means": place_means(lives, way, [place["id"] for place in drawn]),
            "totals": totals(run.of(direction), lives), "bus": bus_window.of(run, direction, packet, way, [place["id"] for place in drawn]),
            "longest": longest_of(run, direction, causes, way), "explain": way.explanations(steps(causes)) | way.explanations(steps(life)),
            "wires": lanes(run, packet) if wires and packet else []}


def make(folder: pathlib.Path | str, *, first: bool = False) -> Json:
    """The scene of a run. `first`: draws the first packet instead of the median one: the wires of
    the first were recorded.
    """
    return of_run(Run(folder), first=first)


def of_run(run: Run, *, first: bool = False) -> Json:
    """The same of a run that is read."""
    if other := of_section(run.json, network=coarse.make, segment=segment.make):
        return other(run.json)
    ways = []
    for direction in dict.fromkeys(cause["direction"] for cause in run.json["attribution"]):
        packets = run.of(direction)
        packet = (packets[0] if first else run.median_packet(direction)) if packets else None
        ways.append(direction_of(run, direction, packet, first))
    made: dict[str, Any] = run.json.get("provenance", {})
    checks = run.json["checks"].values()
    return {"experiment": run.json["experiment"], "seed": run.json["seed"], "runs": run.json["runs"], "partial": run.json["partial"],
            "answer": run.json["answer"], "notes": run.json["messages"], "findings": run.json["findings"],
            "changed": made.get("changed", []), "first": first,
            "rules": {"checked": sum(c["checked"] for c in checks), "broken": sum(c["violations_seen"] for c in checks)},
            "directions": [way for way in ways if way]}
