"""The rows of a comparison, each taken out of the results of one simulation."""
import dataclasses
import typing

from niclab import card_cost

HARDWARE = ("pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx")
STAGES = ("stl", *HARDWARE, "srl")
SIDES = ("client", "server")


@dataclasses.dataclass(frozen=True)
class Measure:
    """One row: which simulation it comes from, and how."""
    group: str
    name: str
    unit: str
    decimals: int
    part: str
    value: typing.Callable  # results.json to a number, or None where there is none


def stage_mean(results, name, direction):
    """Microseconds; where an experiment does not pool its directions by itself they are pooled here."""
    stages = [s for s in results["stages"] if s["name"] == name and s["count"]]
    found = [s for s in stages if s["direction"] == direction] or (stages if direction == "pooled" else [])
    count = sum(s["count"] for s in found)
    return sum(s["avg"] * s["count"] for s in found) / count if count else None


def stage_sum(results, names, direction):
    means = [stage_mean(results, name, direction) for name in names]
    return None if None in means else sum(means)


def directions(results, name):
    """Of one stage: both directions pooled, where the experiment pools them."""
    found = [s["direction"] for s in results["stages"] if s["name"] == name]
    return ["pooled"] if "pooled" in found else found


def latencies(results):
    """Rows of every stage that `results` has, then the sums over the cards and over everything."""
    for name in dict.fromkeys(s["name"] for s in results["stages"]):
        for d in directions(results, name):
            yield Measure("latency", f"{name} {d}", "us", 3, "latency", lambda r, n=name, d=d: stage_mean(r, n, d))
    for d in directions(results, HARDWARE[0]):
        yield Measure("latency", f"bus to bus {d}", "us", 3, "latency", lambda r, d=d: stage_sum(r, HARDWARE, d))
    for d in directions(results, STAGES[0]):
        yield Measure("latency", f"call to delivery {d}", "us", 3, "latency", lambda r, d=d: stage_sum(r, STAGES, d))


def throughput(results):
    """Mb/s of a direction in whole packets, the mean of the two."""
    rates = [d["mbps"] for d in results["throughput"].values()]
    return sum(rates) / len(rates) if rates else None


def since_first_run(results, name):
    """What a counter counted since the first run began."""
    return results["counters"].get(name, 0) - results["counters_before_runs"].get(name, 0)


def counted(results, *endings):
    """The same, summed over both sides and the counters so named; None where no module has one."""
    names = [f"{side}.{ending}" for side in SIDES for ending in endings]
    found = [since_first_run(results, name) for name in names if name in results["counters"]]
    return sum(found) if found else None


def ledger(results, unit, field):
    lines = [line for line in results["ledger"] if line["unit"] == unit]
    return sum(sum(line["dropped"].values()) if field == "dropped" else line[field] for line in lines)


def ratio(part, whole, scale=1):
    return None if part is None or not whole else scale * part / whole


def pci_utilisation(results):
    """Of both buses; the wait at the end for packets that are lost is no time of work."""
    waited = sum(results["counters"][f"{side}.pci.clocks"] for side in SIDES) * results["waited_us"] / results["speed"]["simulated_us"]
    return ratio(counted(results, "pci.busy_clocks"), counted(results, "pci.clocks") - waited, 100)


def pci_octets(results):
    """Octets that cards and bridges move, on the bus of a payload octet's sender or receiver."""
    dwords = counted(results, "nic.initiator.dwords", "host.bridge.initiator.dwords")
    return ratio(dwords, 2 * ledger(results, "octets", "delivered"), 4)


def cpu_us(results):
    """Of both hosts: software by the profile's costs, interrupts until their handler, waits for the card's registers."""
    ns = counted(results, "host.application.software_ns", "host.driver.software_ns", "host.bridge.cpu_wait_ns")
    entries = sum(since_first_run(results, f"{side}.host.driver.interrupts") * results["config"][side]["host"]["interrupt_us"]
                  for side in SIDES)
    return None if ns is None else ratio(ns * 1e-3 + entries, ledger(results, "pdus", "delivered"))


def interrupts(results):
    return ratio(counted(results, "host.driver.interrupts"), ledger(results, "pdus", "delivered"))


def sram_accesses(results):
    """A card's, for a user cell it sends or receives; slots without a user cell need some, too."""
    names = [f"nic.sar.sram_{user}_accesses" for user in ("host", "receive", "rx_fifo", "transmit")]
    return ratio(counted(results, *names), ledger(results, "cells", "sent") + ledger(results, "cells", "delivered"))


def lost(unit):
    return lambda r: ratio(ledger(r, unit, "sent") - ledger(r, unit, "delivered"), ledger(r, unit, "sent"), 100)


def of_card(function):
    return lambda results: function(results["config"]["client"]["nic"])


def usual_size(sizes):
    """At which the card's use of its bus, host and memory is measured: that of the common Ethernet packet."""
    return max((s for s in sizes if s <= 1500), default=min(sizes))


def measures(results, sizes):
    """All rows. `results`: of the first subject's latency simulation, whose stages are everybody's."""
    busy = f"throughput-{usual_size(sizes)}"
    rows = list(latencies(results))
    for size in sizes:
        rows.append(Measure("throughput", f"{size} octet{'s' * (size > 1)}", "Mb/s", 3, f"throughput-{size}", throughput))
    full = f"line full of {usual_size(sizes)} octets"
    rows += [Measure(full, "PCI utilisation", "%", 2, busy, pci_utilisation),
             Measure(full, "packets lost", "%", 3, busy, lost("pdus")),
             Measure(full, "PCI octets a payload octet", "", 4, busy, pci_octets),
             Measure(full, "CPU time a packet, both hosts", "us", 2, busy, cpu_us),
             Measure(full, "interrupts a packet", "", 3, busy, interrupts),
             Measure(full, "SRAM accesses a cell", "", 2, busy, sram_accesses),
             Measure("hosts, as in latency", "CPU time a packet, both hosts", "us", 2, "latency", cpu_us),
             Measure("hosts, as in latency", "interrupts a packet", "", 3, "latency", interrupts),
             Measure("overload", "cells lost", "%", 3, "overload", lost("cells")),
             Measure("overload", "packets lost", "%", 3, "overload", lost("pdus")),
             Measure("cost", "SRAM", "bits", 0, "latency", of_card(card_cost.sram_bits)),
             Measure("cost", "FIFOs and caches", "bits", 0, "latency", of_card(card_cost.fifo_bits)),
             Measure("cost", "signal pins", "", 0, "latency", of_card(card_cost.pins))]
    return rows
