"""A run of hosts with a TCP: it has flows and hosts, and no path of a packet to draw."""
from collections.abc import Iterator

from niclab.measures import is_between_macs, packet_times
from niclab.results import Json

SHOWN = ("name", "kind", "from", "to", "mbit_s", "transactions", "transactions_s", "rtt_p50_us", "rtt_p99_us")
CONTEXTS = {"interrupt": "interrupts", "protocol": "protocols", "process": "programs"}
WAITS = {"program": "for its program to write", "send_buffer": "for an ack, its buffer is full", "peer_window": "for its peer's window",
         "congestion_window": "for its congestion window", "ack": "for an ack before a small segment"}
SEEN = 0.001  # of the time: less is not drawn


def cpu(uses: list[Json], host: str) -> Json:
    own = [use for use in uses if use["of"] == "cpu" and use["who"] == host]
    return {"of": "cpu", "title": "CPU", "who": host, "shares": [{"words": CONTEXTS[use["context"]], "share": use["share"]} for use in own]}


def one(uses: list[Json], of: str, title: str, who: str) -> Json:
    return {"of": of, "title": title, "who": who, "shares": [{"words": "busy", "share": use["share"]} for use in uses if use["of"] == of and use["who"] == who]}


def shaped(who: str, share: float) -> Json:
    """A connection has a shaper at each end; drawn is the one that data pass, the fuller."""
    return {"of": "peak_cell_rate", "title": "peak cell rate", "who": who, "shares": [{"words": "busy", "share": share}]}


def parts(flow: Json) -> Iterator[Json]:
    """What is busy on the flow's way, in its order; lines that carry acks alone are left out. A host
    that is only a MAC has neither CPU nor card. The busy time of a card at the cycle level is unknown.
    """
    uses = flow["uses"]
    has_software = any(use["of"] not in ("line", "back_off") for use in uses)
    if has_software:
        yield cpu(uses, flow["from"])
    if flow["from"] == flow["to"]:
        return
    cards = {use["who"] for use in uses if use["of"] == "card"}
    if flow["from"] in cards:
        yield one(uses, "card", "card", flow["from"])
    for who in dict.fromkeys(use["who"] for use in uses if use["of"] == "peak_cell_rate"):
        share = max(use["share"] for use in uses if use["of"] == "peak_cell_rate" and use["who"] == who)
        if share >= SEEN:
            yield shaped(who, share)
    lines = {use["who"]: use["share"] for use in uses if use["of"] == "line"}
    ways = [(who, share) for who, share in lines.items() if share > lines.get(" to ".join(reversed(who.split(" to "))), 0) or share >= 0.5]
    yield from (one(uses, "line", "line", who) for who, _ in ways)
    yield from (one(uses, "back_off", "back-off", use["who"]) for use in uses if use["of"] == "back_off" and use["share"] >= SEEN)
    if flow["to"] in cards:
        yield one(uses, "card", "card", flow["to"])
    if has_software:
        yield cpu(uses, flow["to"])


def limits(part: Json, limit: Json) -> bool:
    return limit["kind"] == part["of"] and limit["who"] == part["who"]


def latency(results: Json, flow: Json) -> float | None:
    """The mean time of a packet there, of a flow that is measured for it."""
    found = [t["mean_us"] for t in packet_times(results["network"], flow["name"], "there") if t["run"] == flow["run"]]
    return found[0] if found else None


def drawn(results: Json, flow: Json) -> Json:
    waits = [{"words": WAITS[use["for"]], "share": use["share"]} for use in flow["uses"] if use["of"] == "wait" and use["share"] >= SEEN]
    return {**{name: flow[name] for name in SHOWN}, "frames": is_between_macs(results, flow), "latency_us": latency(results, flow), "limit": flow["limit"]["text"],
            "parts": [{**part, "limits": limits(part, flow["limit"])} for part in parts(flow)],
            "waits": sorted(waits, key=lambda wait: -wait["share"]), "waits_title": "Its TCP waits"}


def make(results: Json) -> Json:
    """What pages draw of it: its answer, flows of the first run, and no directions."""
    flows = [drawn(results, flow) for flow in results["network"]["flows"] if flow["run"] == 0]
    return without_ways(results, flows) | {"tells": "Hosts with a TCP: no packet’s way is drawn; flows, hosts, TCP and queues are tables."}


def without_ways(results: Json, flows: list[Json]) -> Json:
    """A scene that has a table of flows and no directions."""
    return {"experiment": results["experiment"], "seed": results["seed"], "runs": results["runs"], "partial": results["partial"],
            "answer": results["answer"], "notes": results["messages"], "findings": [], "changed": [], "first": False,
            "rules": {"checked": 0, "broken": 0}, "directions": [], "flows": flows}
