"""A run of the coarse level: it has flows and hosts, and no packet whose way is drawn."""
from niclab.results import Json

MOST_NAMED = 3  # flows in a sentence


def carried(flow: Json) -> str:
    if flow["transactions"]:
        return f"{flow['name']}: {flow['transactions_s']:.0f} transactions a second between {flow['from']} and {flow['to']}"
    return f"{flow['name']}: {flow['mbit_s']:.1f} Mb/s from {flow['from']} to {flow['to']}"


def answer(flows: list[Json]) -> list[str]:
    """What went through, as sentences; of many flows from the slowest to the fastest."""
    if len(flows) <= MOST_NAMED:
        return [carried(flow) + "." for flow in flows]
    rates = [flow["mbit_s"] for flow in flows]
    return [f"{len(flows)} flows carry from {min(rates):.1f} to {max(rates):.1f} Mb/s each, {sum(rates):.1f} together."]


def make(results: Json) -> Json:
    """What pages draw of it: flows of the first run, and no directions."""
    flows = [flow for flow in results["network"]["flows"] if flow["run"] == 0]
    shown = [{name: flow[name] for name in ("name", "kind", "from", "to", "mbit_s", "transactions", "transactions_s", "rtt_p50_us", "rtt_p99_us")}
             for flow in flows]
    return {"experiment": results["experiment"], "seed": results["seed"], "runs": results["runs"], "partial": results["partial"],
            "answer": answer(flows), "notes": [*results["notes"], *results["limits"]], "findings": [], "changed": [], "first": False,
            "rules": {"checked": 0, "broken": 0}, "directions": [], "flows": shown}
