"""The rows of a comparison, each taken out of the results of one simulation."""
import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence

from niclab import card_cost, measures
from niclab.results import Json, merged, stage_names


@dataclasses.dataclass(frozen=True)
class Measure:
    """One row: which simulation it comes from, and how; `value` of results.json, or None where
    there is none.
    """
    group: str
    name: str
    unit: str
    decimals: int
    part: str
    value: Callable[[Json], float | None]
    stage: str = ""  # name of the stage, where the row is a stage's time


def ways(subjects: Sequence[Json], name: str) -> list[str]:
    """Directions in which some subject has the stage."""
    return merged(measures.stage_directions(results, name) for results in subjects)


def latencies(subjects: Sequence[Json]) -> Iterator[Measure]:
    """Rows of every stage that some subject has, then the sums over the cards and over everything."""
    for name in merged(list(dict.fromkeys(s["name"] for s in results["stages"])) for results in subjects):
        for d in ways(subjects, name):
            yield Measure("latency", f"{name} {d}", "us", 3, "latency", functools.partial(measures.stage_mean, name=name, direction=d), name)
    for d in ways(subjects, stage_names(subjects[0], hardware=True)[0]):
        yield Measure("latency", f"driver to driver {d}", "us", 3, "latency", functools.partial(measures.driver_to_driver, direction=d))
    for d in ways(subjects, stage_names(subjects[0])[0]):
        yield Measure("latency", f"call to delivery {d}", "us", 3, "latency", functools.partial(measures.call_to_delivery, direction=d))


def streams(results: Json) -> list[str]:
    """Directions in which packets go back to back."""
    return [finding["direction"] for finding in results["findings"] if finding["kind"] == "throughput"]


def lost(unit: str) -> Callable[[Json], float | None]:
    return lambda r: measures.lost(r, unit)


def of_card(function: Callable[[Json], int]) -> Callable[[Json], int | None]:
    """Of the first host's card; a comparison puts the same one into all. None: its cost is not known."""

    def cost(results: Json) -> int | None:
        nic = measures.host_config(results, measures.sides(results)[0])["nic"]
        return function(nic) if card_cost.is_known(nic) else None

    return cost


def usual_size(sizes: tuple[int, ...]) -> int:
    """At which the card's use of its bus, host and memory is measured: that of the common Ethernet packet."""
    return max((s for s in sizes if s <= 1500), default=min(sizes))


def rows_of(subjects: Sequence[Json], sizes: tuple[int, ...]) -> list[Measure]:
    """All rows. `subjects`: results.json of a latency simulation of each."""
    busy = f"throughput-{usual_size(sizes)}"
    rows = list(latencies(subjects))
    for d in merged(streams(results) for results in subjects if "flow" in results["config"]):
        rows.append(Measure("throughput", d, "Mb/s", 3, "latency", functools.partial(measures.throughput_of, direction=d)))
    for size in sizes:
        rows.append(Measure("throughput", f"{size} octet{'s' * (size > 1)}", "Mb/s", 3, f"throughput-{size}", measures.throughput))
    full = f"line full of {usual_size(sizes)} octets"
    rows += [Measure(full, "PCI utilisation", "%", 2, busy, measures.pci_utilisation),
             Measure(full, "PCI Express utilisation", "%", 2, busy, measures.pcie_utilisation),
             *(Measure(full, f"{bus.upper()} utilisation", "%", 2, busy, functools.partial(measures.slow_bus_utilisation, bus=bus))
               for bus in measures.slow_buses(*subjects)),
             Measure(full, "packets lost", "%", 3, busy, lost("pdus")),
             Measure(full, "PCI octets a payload octet", "", 4, busy, measures.pci_octets),
             Measure(full, "CPU time a packet, both hosts", "us", 2, busy, measures.cpu_us),
             Measure(full, "interrupts a packet", "", 3, busy, measures.interrupts),
             Measure(full, "SRAM accesses a cell", "", 2, busy, measures.sram_accesses),
             Measure("hosts, as in latency", "CPU time a packet, both hosts", "us", 2, "latency", measures.cpu_us),
             Measure("hosts, as in latency", "interrupts a packet", "", 3, "latency", measures.interrupts),
             Measure("overload", "cells lost", "%", 3, "overload", lost("cells")),
             Measure("overload", "packets lost", "%", 3, "overload", lost("pdus")),
             Measure("cost", "SRAM", "bits", 0, "latency", of_card(card_cost.sram_bits)),
             Measure("cost", "FIFOs and caches", "bits", 0, "latency", of_card(card_cost.fifo_bits)),
             Measure("cost", "signal pins", "", 0, "latency", of_card(card_cost.pins))]
    return rows
