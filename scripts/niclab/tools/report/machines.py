"""What a page shows about the machines: FIFOs, buses, counters, checks, the configuration."""
import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from niclab import measures
from niclab.charts import panels
from niclab.counts import count_of
from niclab.pages import drawings, number, numbers_of, render, words
from niclab.results import Json, Run
from niclab.tools.report import provenance

Cells = list[object]
FIFOS = {"sar_tx_fifo": "SAR transmit FIFO", "phy_tx_fifo": "PHY transmit FIFO", "phy_rx_fifo": "PHY receive FIFO", "sar_rx_fifo": "SAR receive FIFO"}
STATES = {"idle": "idle", "1": "bus granted", "2": "address phase", "3": "initiator ready", "4": "target decoded", "5": "target ready",
          "6": "last data phase"}


@dataclasses.dataclass(frozen=True)
class Table:
    """Something with its rows."""
    title: str
    rows: list[Cells]
    chart: Markup | None = None
    open: bool = False


def fifos(run: Run) -> list[tuple[Markup, str]]:
    """(chart, caption) of each FIFO, in the order in which a packet passes them."""
    order = {fifo: i for i, fifo in enumerate(FIFOS)}
    found = []
    for (side, fifo), bins in sorted(run.fifos.items(), key=lambda entry: order.get(entry[0][1], len(order))):
        peak, unit = max(int(b["max"]) for b in bins), bins[0].get("unit", "cells")  # earlier files had cells only
        name = f"{FIFOS.get(fifo, words(fifo))} of the {side}"
        found.append((panels.occupancy(bins, f"{unit.capitalize()} in the {name} over time"),
                      f"{name}: at most {peak} of {bins[0]['capacity']} {unit}"))
    return found


def bin_us(run: Run) -> float:
    """How much simulated time one mean stands for."""
    first = next(iter(run.fifos.values()))[0]
    return (float(first["end_ns"]) - float(first["begin_ns"])) / 1000


def busy_shares(clocks: Json) -> list[tuple[str, int]]:
    return [(f"{s} {STATES[s]}", n) for s, n in clocks.items() if s != "idle"]


def state_key(state: str) -> Markup | str:
    return "idle" if state == "idle" else Markup('<span class="key part{}"></span>{} {}').format(int(state) - 1, state, STATES[state])


def buses(run: Run) -> list[Table]:
    """The states of each bus's clocks."""
    found = []
    for side, account in run.json["pci"].items():
        clocks = account["table4_clocks"]
        if measures.beside_pci_alone(run.json, side):
            continue
        busy, total = busy_shares(clocks), max(sum(clocks.values()), 1)
        rows: list[Cells] = [[state_key(s), number(run.json, "pci", side, "table4_clocks", s), f"{100 * n / total:.3f}"] for s, n in clocks.items()]
        caption = (f"PCI of the {side}: idle {100 * clocks['idle'] / total:.2f} % of all clocks; "
                   f"the bar shows the others, {count_of(sum(n for _, n in busy), 'clock')}.")
        found.append(Table(caption, rows, panels.shares(busy, f"States of the clocks of the {side}'s PCI that were not idle")))
    return found


def slow_buses(run: Run) -> list[Cells]:
    """Of hosts with cards on a bus with a BCLK: how busy that bus was, and with what."""
    counters, rows = run.json["counters"], list[Cells]()
    for side, bus in itertools.product(run.json["pci"], measures.slow_buses(run.json)):
        of = f"{side}.{measures.controller(bus)}"
        if halves := counters.get(f"{of}.bclk_half_cycles"):
            rows.append([side, bus.upper(), f"{100 * counters[f'{of}.bclk_busy_half_cycles'] / halves:.3f}",
                         *(number(run.json, "counters", f"{of}.{name}") for name in ("cycles", "wait_clocks", "refreshes", "grants"))])
    return rows


def bus_masters(run: Run) -> list[Cells]:
    rows: list[Cells] = []
    for side, account in run.json["pci"].items():
        for name, master in account["masters"].items():
            if master["arbitration_clocks"]["count"]:
                place = ("pci", side, "masters", name)
                rows.append([side, name, number(run.json, *place, "arbitration_clocks", "count"), number(run.json, *place, "dwords"),
                             *(number(run.json, *place, f"{part}_clocks", "avg", digits=2) for part in ("arbitration", "acquisition", "target"))])
    return rows


def counters(run: Run) -> list[Table]:
    """Of each place."""
    notes = {name: {"unit": "", "what": ""} for name in run.json["counters"]} | run.json["counter_definitions"]
    groups: dict[str, list[Cells]] = {}
    for name in run.json["counters"]:
        row = [name, number(run.json, "counters", name), notes[name]["unit"], notes[name]["what"]]
        groups.setdefault(words(name.split(".")[0]), []).append(row)
    return [Table(f"{group}: {count_of(len(rows), 'counter')}", rows) for group, rows in groups.items()]


def dropped(line: Json) -> str:
    return ", ".join(f"{cause} {n}" for cause, n in line["dropped"].items() if n) or "none"


def leaves(tree: Any, places: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of the configuration with its place."""
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from leaves(value, (*places, key))
    else:
        yield places, tree


def shown(results: Json, places: tuple[str, ...], value: Any) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(results, "config", *places)
    return value if isinstance(value, str) else str(value).lower()


def configuration(results: Json) -> list[Table]:
    """Every key of each table of the experiment."""
    groups: dict[str, list[Cells]] = {}
    for places, value in leaves(results["config"]):
        groups.setdefault(places[0], []).append([".".join(places), shown(results, places, value)])
    return [Table(f"[{group}] {count_of(len(rows), 'key')}", rows, open=group in ("run", "workload")) for group, rows in groups.items()]


def page_of_hosts(template: str, results: Json, drawn: Json, warnings: list[str], **parts: Any) -> str:
    """The page of hosts with a TCP, or of a segment: what both have, and the parts of each."""
    return render(template, results=results, number=numbers_of(results), warnings=warnings, provenance=provenance.line(results.get("provenance", {})),
                  configuration=configuration(results), drawn=drawings("ways", [("", drawn)]), **parts)
