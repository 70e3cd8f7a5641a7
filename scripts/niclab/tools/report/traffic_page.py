"""The page of a run of hosts with a TCP: what limits each flow, which part was busy, windows and
queues over time.
"""
import itertools
import pathlib
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from niclab import files
from niclab.charts import panels
from niclab.counts import count_of
from niclab.pages import number, words
from niclab.results import Json
from niclab.scene import coarse
from niclab.scene.coarse import CONTEXTS
from niclab.tools.report.machines import page_of_hosts

MOST_POINTS, MOST_PANELS = 200, 8
Rows = list[dict[str, str]]
Panel = tuple[Markup, str]
Curve = tuple[str, list[float], list[float]]
FLOW_HEADS = ["flow", "what", "from", "to", ">rate or time", "", "limited by", ">segments", ">retransmitted", ">timeouts", ">acks", "octets balance"]
HOST_HEADS = ["host", ">CPUs", ">interrupts %", ">protocols %", ">programs %", ">idle %", ">PDUs sent", ">received", ">interrupts", "time balances"]
PORT_HEADS = ["port", "peer", ">Mb/s", "duplex", ">sent", ">deferred", ">collisions", ">back-off, slots", ">excessive collisions", ">occupied %", ">silent %"]


class Tables:
    """The tables of a run's folder, those of its first run."""

    def __init__(self, folder: pathlib.Path):
        self.hosts, self.tcp, self.queues, self.drops, self.latencies = (
            first_run(folder / f"{name}.csv") for name in ("hosts", "tcp", "queues", "drops", "latencies"))


def first_run(path: pathlib.Path) -> Rows:
    return [row for row in files.rows(path) if row["run"] == "0"]


def by(rows: Rows, column: str) -> Iterator[tuple[str, Rows]]:
    for name in dict.fromkeys(row[column] for row in rows):
        yield name, [row for row in rows if row[column] == name]


def curve_of(name: str, at: Sequence[float], values: Sequence[float]) -> Curve:
    """Means of neighbours where there are many, so that an hour of samples can be seen."""
    step = -(-len(at) // MOST_POINTS) or 1
    groups = [slice(k, k + step) for k in range(0, len(at), step)]
    mean = [statistics.fmean(values[g]) for g in groups]
    return name, [statistics.fmean(at[g]) for g in groups], mean


def curve(name: str, rows: Rows, column: str) -> Curve:
    return curve_of(name, [float(r["time_s"]) for r in rows], [float(r[column] or 0) for r in rows])


def cpus(tables: Tables) -> list[Panel]:
    return [(panels.history([curve(name, rows, column) for column, name in CONTEXTS.items()], "percent of the CPU", f"The CPU of {host} over time"), f"CPU of {host}")
            for host, rows in by(tables.hosts, "host")][:MOST_PANELS]


def rates(tables: Tables) -> list[Panel]:
    """Octets acknowledged from look to look."""
    found = []
    for flow, rows in by(tables.tcp, "flow"):
        pairs = list(itertools.pairwise(rows))
        at = [float(b["time_s"]) for _, b in pairs]
        mbit = [8e-6 * (int(b["acknowledged"]) - int(a["acknowledged"])) / (float(b["time_s"]) - float(a["time_s"])) for a, b in pairs]
        if pairs:
            found.append((panels.history([curve_of("", at, mbit)], "Mb/s", f"Octets of {flow} acknowledged over time"), flow))
    return found[:MOST_PANELS]


def latencies(tables: Tables) -> list[Panel]:
    """How many packets took how long, by flow and direction."""
    found = []
    for flow, rows in by(tables.latencies, "flow"):
        for _, some in by(rows, "way"):
            way = f"{flow}, {some[0]['from']} to {some[0]['to']}"
            values = [float(r["latency_us"]) for r in some]
            found.append((panels.distribution(values, "us", f"Times of the packets of {way}"), f"{way}, {count_of(len(values), 'packet')}"))
    return found[:MOST_PANELS]


def windows(tables: Tables) -> list[Panel]:
    """What a sender may have under way, and has."""
    return [(panels.history([curve("congestion window", rows, "cwnd"), curve("in flight", rows, "in_flight"), curve("receiver's window", rows, "rwnd")],
                       "octets", f"Windows of {flow} over time"), flow) for flow, rows in by(tables.tcp, "flow")][:MOST_PANELS]


def queues(tables: Tables) -> list[Panel]:
    """Those that ever held something."""
    found = []
    for queue, rows in by(tables.queues, "queue"):
        unit, lost = rows[0]["unit"], "PDUs" if rows[0]["unit"] == "cells" else rows[0]["unit"]
        if any(int(r["queued"]) for r in rows):
            found.append((panels.history([curve("", rows, "queued")], unit, f"{unit.capitalize()} in {queue} over time"),
                          f"{queue}, {rows[-1]['dropped']} {lost} dropped by the end"))
    return found[:MOST_PANELS]


def measured(results: Json, flow: int) -> tuple[Markup, str]:
    """Its rate, or the mean time of its packets, with a unit."""
    f = results["network"]["flows"][flow]
    for k, t in enumerate(results["network"].get("latencies", [])):
        if (t["run"], t["flow"], t["way"]) == (f["run"], f["name"], "there"):
            return number(results, "network", "latencies", k, "mean_us", digits=2), "us a packet"
    rate, unit = ("transactions_s", "transactions/s") if f["transactions"] else ("mbit_s", "Mb/s")
    return number(results, "network", "flows", flow, rate, digits=3), unit


def flow_rows(results: Json) -> list[list[Any]]:
    rows = []
    for k, f in enumerate(results["network"]["flows"]):
        if f["run"] != 0:
            continue
        of = ("network", "flows", k)
        rows.append([f["name"], words(f["kind"]), f["from"], f["to"], *measured(results, k), f["limit"]["text"],
                     *(number(results, *of, name) for name in ("segments", "retransmitted", "timeouts", "acks")), "yes" if f["ledger"]["balances"] else "NO"])
    return rows


def host_rows(results: Json) -> list[list[Any]]:
    return [[h["name"], number(results, "network", "hosts", k, "processors"),
             *(number(results, "network", "hosts", k, "cpu_percent", c, digits=2) for c in ("interrupt", "protocol", "process", "idle")),
             *(number(results, "network", "hosts", k, name) for name in ("pdus_sent", "pdus_received", "interrupts")), "yes" if h["exact"] else "NO"]
            for k, h in enumerate(results["network"]["hosts"]) if h["run"] == 0]


def port_rows(results: Json) -> list[list[Any]]:
    """Of Ethernet."""
    return [[p["port"], p["peer"], number(results, "network", "ports", k, "mbit_s"), p["duplex"],
             *(number(results, "network", "ports", k, name) for name in ("frames_sent", "deferred", "collisions", "backoff_slots", "excessive_collisions")),
             *(number(results, "network", "ports", k, name, digits=2) for name in ("occupied_percent", "backoff_percent"))]
            for k, p in enumerate(results["network"].get("ports", [])) if p["run"] == 0]


def loss_rows(drops: Rows) -> list[list[Any]]:
    """Lost packets by flow, place and cause, and the flow's total where there are several."""
    found: list[list[Any]] = []
    for flow, rows in by(drops, "flow"):
        found += [[flow or "of no flow", r["where"], words(r["cause"]), int(r["packets"]), int(r["octets"])] for r in rows]
        if len(rows) > 1:
            found.append([flow or "of no flow", "everywhere", "", sum(int(r["packets"]) for r in rows), sum(int(r["octets"]) for r in rows)])
    return found


def warnings(results: Json) -> list[str]:
    lines = [*results["warnings"], *results["messages"]]
    if results["partial"]:
        lines.insert(0, f"Partial: the simulation was stopped after {count_of(results['runs'], 'complete run')}.")
    if not all(ledger["balances"] for ledger in results["network"]["packets"]):
        lines.append("The ledger of packets does not balance.")
    return lines


def make(folder: pathlib.Path, results: Json) -> str:
    """The text of the page."""
    tables = Tables(folder)
    return page_of_hosts("traffic_run.html", results, coarse.make(results), warnings(results),
                         cpus=cpus(tables), rates=rates(tables), latencies=latencies(tables), windows=windows(tables), queues=queues(tables), flow_heads=FLOW_HEADS,
                         flows=flow_rows(results), host_heads=HOST_HEADS, hosts=host_rows(results), port_heads=PORT_HEADS, ports=port_rows(results),
                         losses=loss_rows(tables.drops), contexts=list(CONTEXTS.values()))
