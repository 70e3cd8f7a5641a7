"""A run of the coarse level: it has flows and hosts, and no packet whose way is drawn."""
from niclab.results import Json

SHOWN = ("name", "kind", "from", "to", "mbit_s", "transactions", "transactions_s", "rtt_p50_us", "rtt_p99_us")


def make(results: Json) -> Json:
    """What pages draw of it: its answer, flows of the first run, and no directions."""
    flows = [{**{name: flow[name] for name in SHOWN}, "limit": flow["limit"]["text"]} for flow in results["network"]["flows"] if flow["run"] == 0]
    return without_ways(results, flows) | {"tells": "The coarse level: no packet’s way is drawn; flows, hosts, TCP and queues are tables."}


def without_ways(results: Json, flows: list[Json]) -> Json:
    """A scene that has a table of flows and no directions."""
    return {"experiment": results["experiment"], "seed": results["seed"], "runs": results["runs"], "partial": results["partial"],
            "answer": results["answer"], "notes": results["notes"], "findings": [], "changed": [], "first": False,
            "rules": {"checked": 0, "broken": 0}, "directions": [], "flows": flows}
