"""A run on an Ethernet segment: its flows, each with the stage that its frames spend most time in."""
import math

from niclab.results import Json
from niclab.scene.coarse import without_ways

WORK = ("wire", "arrival")  # the rest is waiting


def longest(flow: Json) -> str:
    """The stage that takes most of a frame's time, in words."""
    name, mean = max(flow["stage_us"].items(), key=lambda pair: pair[1])
    return f"{name}, {mean:.1f} us a frame" if flow["frames"] else "nothing arrived"


def stages(flow: Json) -> list[Json]:
    """Where a frame's time goes, the longest first."""
    whole = math.fsum(flow["stage_us"].values())
    found = [{"words": f"{name}, {mean:.1f} µs", "share": mean / whole, "works": name in WORK} for name, mean in flow["stage_us"].items() if flow["frames"] and mean > 0]
    return sorted(found, key=lambda stage: -stage["share"])


def drawn(flow: Json) -> Json:
    return {"name": flow["name"], "kind": flow["kind"], "from": flow["from"], "to": flow["to"], "mbit_s": flow["mbit_s"], "frames": True, "latency_us": None,
            "transactions": 0, "transactions_s": 0, "rtt_p50_us": flow["time_p50_us"], "rtt_p99_us": flow["time_p99_us"],
            "limit": longest(flow), "parts": [], "waits": stages(flow),
            "waits_title": "Where its frames' time goes"}


def make(results: Json) -> Json:
    """What pages draw of it."""
    check = results["checks"].get("csma", {"checked": 0, "violations_seen": 0})  # --no-check
    return without_ways(results, [drawn(flow) for flow in results["segment"]["flows"]]) | {
        "rules": {"checked": check["checked"], "broken": check["violations_seen"]}, "tells": "An Ethernet segment: frames, stations and attempts are tables."}
