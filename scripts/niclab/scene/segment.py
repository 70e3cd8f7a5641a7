"""A run on an Ethernet segment: its flows, each with the stage that its frames spend most time in."""
from niclab.results import Json
from niclab.scene.coarse import without_ways


def longest(flow: Json) -> str:
    """The stage that takes most of a frame's time, in words."""
    name, mean = max(flow["stage_us"].items(), key=lambda pair: pair[1])
    return f"{name}, {mean:.1f} us a frame" if flow["frames"] else "nothing arrived"


def make(results: Json) -> Json:
    """What pages draw of it."""
    flows = [{"name": f["name"], "kind": f["kind"], "from": f["from"], "to": f["to"], "mbit_s": f["mbit_s"], "transactions": 0, "transactions_s": 0,
              "rtt_p50_us": f["time_p50_us"], "rtt_p99_us": f["time_p99_us"], "limit": longest(f)} for f in results["segment"]["flows"]]
    check = results["checks"]["csma"]
    return without_ways(results, flows) | {"rules": {"checked": check["checked"], "broken": check["violations_seen"]},
                                           "tells": "An Ethernet segment: frames, stations and attempts are tables."}
