"""What instruments show of a run, and nothing else: built up from what is allowed, so that a new
counter or key gives nothing away.
"""
import json
import pathlib

from niclab import files
from niclab.measures import SOFTWARE_NS, cpu_waits_ns, since_first_run
from niclab.results import Json, read_json

SEEN = ("stages", "driver_to_driver", "throughput", "cell_spacing", "pci", "checks", "alarms", "messages")
TIMELINE = "timeline.json"
TABLES = ("pdus.csv", "pci.csv")


def host(results: Json, side: str) -> Json:
    """Interrupts that its CPU took since the first run began, and the CPU's time."""
    return {"interrupts": since_first_run(results, f"{side}.host.driver.interrupts"),
            "cpu_us": round(sum(since_first_run(results, f"{side}.{name}") for name in (*SOFTWARE_NS, *cpu_waits_ns(results))) * 1e-3, 3)}


def line(results: Json) -> list[Json]:
    """Totals of the ledger; what became of the missing ones is what the student is to find."""
    return [{"direction": one["direction"], "unit": one["unit"], "sent": one["sent"], "delivered": one["delivered"],
             "missing": one["sent"] - one["delivered"]} for one in results["ledger"]]


def of(results: Json) -> Json:
    """Times in us, rates in Mb/s, as in results.json."""
    return {"niclab": results["niclab"], **{name: results[name] for name in SEEN if name in results}, "ledger": line(results),
            "hosts": {side: host(results, side) for side in results["pci"]}, "simulated_us": results["speed"]["simulated_us"]}


def begins_us(run: pathlib.Path) -> list[float]:
    """Simulated time at which each run began that a packet was followed in: a packet's begin on the
    timeline, less its call's in pdus.csv.
    """
    if not (run / TIMELINE).exists():
        return []
    called = {(row["direction"], f"run {row['run']} pdu {row['pdu']}"): float(row["send_call"]) for row in files.rows(run / "pdus.csv") if row["send_call"]}
    events = json.loads((run / TIMELINE).read_text())["traceEvents"]
    ways = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    found: dict[int, float] = {}
    for event in events:
        if event["ph"] == "b" and (call := called.get((ways[event["pid"]], event["name"]))) is not None:
            found.setdefault(int(event["name"].split()[1]), round(event["ts"] - call / 1e3, 6))
    return [begin for _, begin in sorted(found.items())]


def keep(run: pathlib.Path, out: pathlib.Path, instruments: tuple[str, ...]) -> None:
    """Copies what instruments show of the run's folder to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    results = read_json(run)
    files.write(out / "measured.json", json.dumps({**of(results), "runs_begin_us": begins_us(run)}, indent=1) + "\n")
    for name in (*TABLES, *instruments):
        (run / name).replace(out / name)
