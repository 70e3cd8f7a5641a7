"""Numbers from the results of a run, for all tools: a row of a sweep, and the values that
comparisons read from results.json.
"""
import math
import re
import statistics
from collections.abc import Iterable

from niclab.card_cost import bench_cost
from niclab.intervals import half_width
from niclab.results import Json, Packet, Run, chains, of_section, stage_names

UNITS = {"_us": "us", "_mbps": "Mb/s", "_bits": "bits", "_percent": "%"}
SOFTWARE_NS = ("host.application.software_ns", "host.driver.software_ns")
CONFIDENCE = "_ci95"
HEADLINES = ("latency_us", "throughput_mbps", "mbps", "mac_frames_mbps")  # what is asked first


def directions(results: Json) -> list[str]:
    """The ways that packets go, in the ledger's order."""
    return list(dict.fromkeys(line["direction"] for line in results["ledger"]))


def sides(results: Json) -> list[str]:
    """The hosts with their buses."""
    return list(results["pci"])


def host_config(results: Json, side: str) -> Json:
    """A host's keys, whichever way the experiment spells its hosts."""
    config = results["config"]
    return config["host"][side] if side in config.get("host", {}) else config[side]


# Of one run's packets: a row of sweep.csv.

def by_run(samples: Iterable[tuple[str, float]]) -> dict[str, float]:
    """{run: mean} of (run, value) pairs."""
    groups: dict[str, list[float]] = {}
    for run, value in samples:
        groups.setdefault(run, []).append(value)
    return {run: statistics.fmean(values) for run, values in groups.items()}


def short(value: float) -> float:
    """As many digits as the times carry."""
    return float(f"{value:.9g}")


def put(row: Json, name: str, runs: dict[str, float]) -> None:
    """A measure and its confidence over the runs, of which one alone has none."""
    if runs:
        values = list(runs.values())
        row[name] = short(statistics.fmean(values))
        row[name + CONFIDENCE] = short(half_width(values)) if len(values) > 1 else None


def latency_of(row: Json, packets: list[Packet], suffix: str) -> None:
    put(row, f"latency{suffix}_us", by_run((p.run, p.total) for p in packets))


def put_rate(row: Json, name: str, rate: float, runs: Iterable[float]) -> None:
    """What all runs together give, with the confidence that the runs by themselves have."""
    put(row, name, {str(run): mbps for run, mbps in enumerate(runs)})
    row[name] = short(rate)


def throughputs(row: Json, results: Json) -> None:
    """The run's own: of each direction, and the mean of them; none where fewer than two packets
    arrived in a run.
    """
    found = results["throughput"]
    for direction, rate in found.items():
        put_rate(row, f"throughput_{direction}_mbps", rate["mbps"], rate["run_mbps"])
    mean = throughput(results)
    if mean is not None:
        put_rate(row, "throughput_mbps", mean, map(statistics.fmean, zip(*(rate["run_mbps"] for rate in found.values()))))


def of_run(run: Run) -> Json:
    """Every column of sweep.csv that is measured. A throughput is that of results.json: none where packets go one by one."""
    if other := of_section(run.json, network=of_traffic, segment=of_segment):
        return other(run.json)
    row: Json = {}
    latency_of(row, run.packets, "")
    throughputs(row, run.json)
    for direction in directions(run.json):
        some = run.of(direction)
        if not some:
            continue
        latency_of(row, some, "_" + direction)
        for stage in run.chains[direction].stages:
            put(row, f"{stage.name}_{direction}_us", by_run((p.run, p.stage(stage)) for p in some))
    for found in run.json["stages"]:
        row.setdefault(f"{found['name']}_{found['direction']}_us", found["avg"])
    for unit in ("pdus", *line_units(run.json)):
        row[f"{unit}_sent"] = ledger(run.json, unit, "sent")
        row[f"{unit}_dropped"] = ledger(run.json, unit, "dropped")
    for side, account in run.json["pci"].items():
        row[f"pci_busy_{side}_percent"] = round(100 * account["utilisation"]["value"], 4)
    row |= {f"{bus}_busy_percent": round(busy, 4) for bus in slow_buses(run.json) if (busy := slow_bus_utilisation(run.json, bus)) is not None}
    if (links := pcie_utilisation(run.json)) is not None:
        row["pcie_busy_percent"] = round(links, 4)
    row |= {name: short(value) for name, value in (("interrupts_per_packet", interrupts(run.json)), ("cpu_per_packet_us", cpu_us(run.json))) if value is not None}
    return row | bench_cost(run.json["config"])


def is_between_macs(results: Json, flow: Json) -> bool:
    """Whether a flow of a run at the coarse level is of frames between hosts that are only a MAC: all
    their octets count. Of flows between programs the payload counts.
    """
    return bool(results["config"]["host"][flow["from"]].get("level") == "mac")


def packet_times(network: Json, flow: str, way: str) -> list[Json]:
    """The times of a flow's packets there or back, per run; none of flows measured for their rate."""
    return [t for t in network.get("latencies", []) if t["flow"] == flow and t["way"] == way]


def of_traffic(results: Json) -> Json:
    """Of a run at the coarse level: rates and times of packets of each flow, rate of all,
    retransmissions, CPU of each host, losses.
    """
    row: Json = {}
    network = results["network"]
    runs: dict[str, dict[str, Json]] = {}
    for flow in network["flows"]:
        runs.setdefault(flow["name"], {})[str(flow["run"])] = flow
    for name, macs in (("mbps", False), ("mac_frames_mbps", True)):
        if some := [f for f in network["flows"] if is_between_macs(results, f) == macs]:
            put(row, name, {str(k): math.fsum(f["mbit_s"] for f in some if f["run"] == k) for k in range(results["runs"])})
    for name, found in runs.items():
        put(row, f"{name}_mbps", {k: f["mbit_s"] for k, f in found.items()})
        put(row, f"{name}_transactions_per_s", {k: f["transactions_s"] for k, f in found.items() if f["transactions"]})
        put(row, f"{name}_round_trip_us", {k: f["rtt_p50_us"] for k, f in found.items() if f["transactions"]})
        put(row, f"{name}_retransmitted", {k: f["retransmitted"] for k, f in found.items()})
        for way, key in (("there", "latency"), ("back", "latency_back")):
            put(row, f"{name}_{key}_us", {str(t["run"]): t["mean_us"] for t in packet_times(network, name, way)})
    for host in dict.fromkeys(h["name"] for h in network["hosts"]):
        put(row, f"cpu_{host}_percent", {str(h["run"]): 100 - h["cpu_percent"]["idle"] for h in network["hosts"] if h["name"] == host})
    row["packets_dropped"] = sum(sum(p["dropped"].values()) for p in network["packets"])
    return {name: None if name.endswith(CONFIDENCE) and value == 0 else value for name, value in row.items()}  # equal runs have no spread


def of_segment(results: Json) -> Json:
    """Of a run on an Ethernet segment: rates of each flow and all, times of frames, collisions,
    what the cable carried.
    """
    found = results["segment"]
    row: Json = {}
    rates = {flow["name"]: flow.get("run_mbit_s", [flow["mbit_s"]]) for flow in found["flows"]}
    put(row, "mbps", {str(run): math.fsum(of_run) for run, of_run in enumerate(zip(*rates.values()))})
    row["fairness"] = found["fairness"]
    for flow in found["flows"]:
        put(row, f"{flow['name']}_mbps", {str(run): rate for run, rate in enumerate(rates[flow["name"]])})
        row[f"{flow['name']}_frame_time_us"] = flow["time_p50_us"]
    row["collisions"] = sum(s["collisions"] for s in found["stations"])
    row["frames_aborted"] = sum(s["frames"]["excessive_collisions"] + s["frames"]["late_collision"] for s in found["stations"])
    return row | {f"cable_{use}_percent": share for use, share in found["cable_percent"].items()}


TITLES = {"mbps": "throughput of all programs (Mb/s)", "mac_frames_mbps": "frames of all MACs (Mb/s)",  # names that need an explanation
          "cpu_per_packet_us": "CPU time per packet (us)"}


def title(column: str) -> str:
    """A column's name in words, with its unit."""
    if column in TITLES:
        return TITLES[column]
    ending = next((e for e in UNITS if column.endswith(e)), "")
    return column.removesuffix(ending).replace("_", " ") + (f" ({UNITS[ending]})" if ending else "")


# Of results.json.

def stage_mean(results: Json, name: str, direction: str) -> float | None:
    """Microseconds; where an experiment does not pool its directions by itself they are pooled here."""
    stages = [s for s in results["stages"] if s["name"] == name and s["count"]]
    found = [s for s in stages if s["direction"] == direction] or (stages if direction == "pooled" else [])
    count = sum(s["count"] for s in found)
    return math.fsum(s["avg"] * s["count"] for s in found) / count if count else None


def stage_sum(results: Json, names: Iterable[str], direction: str) -> float | None:
    total = 0.0
    for name in names:
        mean = stage_mean(results, name, direction)
        if mean is None:
            return None
        total += mean
    return total


def stage_directions(results: Json, name: str) -> list[str]:
    """Of one stage: both directions pooled, where the experiment pools them."""
    found = [s["direction"] for s in results["stages"] if s["name"] == name]
    return ["pooled"] if "pooled" in found else found


def driver_to_driver(results: Json, direction: str) -> float | None:
    """Microseconds of the whole packet, the same two moments for every card; "pooled": of all directions."""
    found = results["driver_to_driver"]
    some = list(found.values()) if direction == "pooled" else [found[direction]] if direction in found else []
    count = sum(d["count"] for d in some)
    return math.fsum(d["avg"] * d["count"] for d in some) / count if count else None


def names_of_way(results: Json, direction: str) -> list[str]:
    """The stages of a direction, or of all that are pooled."""
    chain = chains(results).get(direction)
    return stage_names(results) if chain is None else [s.name for s in chain.stages]


def call_to_delivery(results: Json, direction: str) -> float | None:
    return stage_sum(results, names_of_way(results, direction), direction)


def throughput(results: Json) -> float | None:
    """Mb/s of a direction in whole packets, the mean of the two."""
    rates = [d["mbps"] for d in results["throughput"].values()]
    return statistics.fmean(rates) if rates else None


def throughput_of(results: Json, direction: str) -> float | None:
    rate = results["throughput"].get(direction)
    return rate["mbps"] if rate else None


def since_first_run(results: Json, name: str) -> float:
    """What a counter counted since the first run began."""
    return results["counters"].get(name, 0) - results["counters_before_runs"].get(name, 0)


def counted(results: Json, *endings: str) -> float | None:
    """The same, summed over all hosts and the counters so named, of each of several cards, drivers
    and programs; None where no module has one.
    """
    several = "|".join(re.escape(ending).replace("nic", r"nic\d*").replace("driver", r"driver\d*").replace("application", r"application\w*")
                       for ending in endings)
    wanted = re.compile(rf"^(?:{'|'.join(map(re.escape, sides(results)))})\.(?:{several})$", re.MULTILINE)
    found = [since_first_run(results, name) for name in wanted.findall("\n".join(results["counters"]))]
    return sum(found) if found else None


def line_units(results: Json) -> list[str]:
    """What its lines carry, such as cells."""
    return list(dict.fromkeys(line["unit"] for line in results["ledger"] if line["unit"] not in ("pdus", "octets")))


def ledger(results: Json, unit: str, field: str) -> int:
    lines = [line for line in results["ledger"] if line["unit"] == unit]
    return sum(sum(line["dropped"].values()) if field == "dropped" else line[field] for line in lines)


def ratio(part: float | None, whole: float | None, scale: float = 1) -> float | None:
    return None if part is None or not whole else scale * part / whole


def utilisation(results: Json, busy: str, clocks: str) -> float | None:
    """Percent, of all buses with these counters; the wait at the end for packets that are lost is
    no time of work.
    """
    since = counted(results, clocks)
    if since is None:
        return None
    all_of = sum(results["counters"].get(f"{side}.{clocks}", 0) for side in sides(results))
    return ratio(counted(results, busy), since - all_of * results["waited_us"] / results["speed"]["simulated_us"], 100)


def matches(results: Json, pattern: str) -> list[str]:
    """The group of the pattern in the names of counters, each once."""
    return list(dict.fromkeys(re.findall(rf"^{pattern}$", "\n".join(results["counters"]), re.MULTILINE)))


def slow_buses(*subjects: Json) -> list[str]:
    """The buses with a BCLK of any host, such as isa; a bus comes before its extensions."""
    found = {bus for results in subjects for bus in matches(results, r"[^.\n]+\.host\.(\w+)_bridge\.controller\.bclk_half_cycles")}
    return sorted(found, key=lambda bus: (len(bus), bus))


def cpu_waits_ns(results: Json) -> list[str]:
    """Counters, without the host, of the time in which the CPU waits for registers: one per bridge."""
    return matches(results, r"[^.\n]+\.(host\.(?:\w+_)?bridge\.cpu_wait_ns)")


def controller(bus: str) -> str:
    """What the counters of such a bus begin with, behind the host."""
    return f"host.{bus}_bridge.controller"


def beside_pci_alone(results: Json, side: str) -> bool:
    """A host whose card is on another bus, with nothing on its PCI."""
    counters = results["counters"]
    others = (f"{side}.pcie.up_busy_ns", *(f"{side}.{controller(bus)}.bclk_half_cycles" for bus in slow_buses(results)))
    return any(name in counters for name in others) and counters[f"{side}.pci.busy_clocks"] == 0


def on_pci(results: Json) -> bool:
    """Some host has something there."""
    return not all(beside_pci_alone(results, side) for side in sides(results))


def pci_utilisation(results: Json) -> float | None:
    return utilisation(results, "pci.busy_clocks", "pci.clocks") if on_pci(results) else None


def slow_bus_utilisation(results: Json, bus: str) -> float | None:
    """Of one of slow_buses; None: no host has it."""
    return utilisation(results, f"{controller(bus)}.bclk_busy_half_cycles", f"{controller(bus)}.bclk_half_cycles")


def pcie_utilisation(results: Json) -> float | None:
    """Of the links of PCI Express, both directions; None: no host has one."""
    if not any(f"{side}.pcie.up_busy_ns" in results["counters"] for side in sides(results)):
        return None
    links = [side for side in sides(results) if f"{side}.pcie.up_busy_ns" in results["counters"]]
    busy = math.fsum(since_first_run(results, f"{side}.pcie.{way}_busy_ns") for side in links for way in ("up", "down"))
    clocks, wait = counted(results, "pci.clocks"), results["waited_us"] / results["speed"]["simulated_us"]
    if clocks is None:
        return None
    share = clocks / sum(results["counters"][f"{side}.pci.clocks"] for side in sides(results)) - wait
    return ratio(busy, 2 * len(links) * share * results["speed"]["simulated_us"] * 1e3, 100)


def pci_octets(results: Json) -> float | None:
    """Octets that cards and bridges move, on the bus of a payload octet's sender or receiver."""
    if not on_pci(results):
        return None
    dwords = counted(results, "nic.initiator.dwords", "nic.board.initiator.dwords", "host.bridge.initiator.dwords")
    return ratio(dwords, 2 * ledger(results, "octets", "delivered"), 4)


def cpu_us(results: Json) -> float | None:
    """Of all hosts, a packet: software by the profile's costs, interrupts until their handler,
    waits for the card's registers.
    """
    ns = counted(results, *SOFTWARE_NS, *cpu_waits_ns(results))
    entries = math.fsum(since_first_run(results, f"{side}.host.driver.interrupts") * host_config(results, side)["host"]["interrupt_us"]
                        for side in sides(results))
    return None if ns is None else ratio(ns * 1e-3 + entries, ledger(results, "pdus", "delivered"))


def interrupts(results: Json) -> float | None:
    return ratio(counted(results, "host.driver.interrupts"), ledger(results, "pdus", "delivered"))


def sram_accesses(results: Json) -> float | None:
    """A card's, for a user cell it sends or receives; slots without a user cell need some, too."""
    names = [f"nic.sar.sram_{user}_accesses" for user in ("host", "receive", "rx_fifo", "transmit")]
    return ratio(counted(results, *names), ledger(results, "cells", "sent") + ledger(results, "cells", "delivered"))


def lost(results: Json, unit: str) -> float | None:
    """Percent of what was sent."""
    sent = ledger(results, unit, "sent")
    return ratio(sent - ledger(results, unit, "delivered"), sent, 100)


