"""The findings written down in the ready studies, derived again: every number in their files is
what this version measures. With --write the files are brought up to date.
"""
import csv
import itertools
import json
import pathlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from card_frames import moments, spans_of
from common import ROOT, balances, cells, check_all, named, niclab, run, settings, stage
from niclab import measures

LINE = re.compile(r"^#   (?P<name>.+?)\s+(?P<value>-?\d+(\.\d+)?)(?P<unit> (us|%))?$")
WAY = ("pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx")


def mean(results, *names):
    return sum(stage(results, name, "client_to_server")["avg"] for name in names)


def null_cells():
    nine, one = (run("study_null_cells", *settings(nic__sar__tx_fifo_cells=n))[0] for n in (9, 1))
    long, short = mean(nine, "sar_segmentation"), mean(one, "sar_segmentation")
    return [long, short, (long - short) / 8, 100 * long / mean(nine, *WAY)]


def tables():
    variants = [{}, dict(nic__sar__tables="host"), dict(nic__sar__tables="host", nic__sar__table_cache=8)]
    found = [run("study_tables", *settings(**v))[0] for v in variants]
    lost = [100 * sum(sum(c["dropped"].values()) for c in cells(r)) / sum(c["sent"] for c in cells(r)) for r in found]
    return [mean(r, "sar_reassembly") for r in found] + lost


def delivery():
    spans, bursts = {}, {}
    for kept in ("host", "card"):
        for octets in (40, 1500, 9180):
            with tempfile.TemporaryDirectory() as folder:
                results, rows = run("study_delivery", *settings(nic__sar__reassembly=kept, workload__sizes=f"[{octets}]"), folder=folder)
                with open(pathlib.Path(folder) / "pci.csv", newline="") as f:
                    writes = [r for r in csv.DictReader(f) if r["bus"] == "server" and r["master"] == "nic" and r["command"] == "memory write"]
            ways = [float(r["delivered"]) - float(r["rx_soc"]) for r in rows if r["delivered"]]
            spans[kept, octets] = sum(ways) / len(ways) * 1e-3
            bursts[kept] = sum(int(w["dwords"]) != 4 for w in writes) / len(ways)
    added = [spans["card", octets] - spans["host", octets] for octets in (40, 1500, 9180)]
    return [spans["host", 9180], spans["card", 9180], *added, bursts["host"], bursts["card"]]


def pci_66mhz():
    fast = settings(pci__clock='"66 MHz"', host__read__wait_clocks=18, host__write__wait_clocks=4)
    held, ways = [], []
    for changes, clock_us in (((), 1 / 33), (fast, 1 / 66)):
        results = run("study_66mhz", *changes)[0]
        busy = measures.counted(results, "pci.busy_clocks") * clock_us
        held.append(busy / sum(c["delivered"] for c in cells(results)))
        lone = run("study_66mhz", *changes, *settings(run__mode="transmit", run__runs=40, workload__count=1, workload__sizes="[1]"))[0]
        ways.append(mean(lone, *WAY))
    return [held[0], held[1], held[0] / held[1], *ways]


def coalescing():
    found = [run("study_coalescing", *settings(nic__sar__coalesce_pdus=n))[0] for n in (1, 4, 16)]
    return [f(r) for f in (measures.interrupts, measures.cpu_us, lambda r: mean(r, "software_receive")) for r in found]


def doorbell_us(folder):
    """Mean time from the descriptor in memory until the chip knows: up to the last span before it reads the descriptor."""
    with open(pathlib.Path(folder) / "attribution.csv", newline="") as f:
        packets = itertools.groupby(csv.DictReader(f), key=lambda s: (s["direction"], s["run"], s["pdu"]))
        all_spans = [list(group) for _, group in packets]
    times = []
    for spans in all_spans:
        begin = next(i for i, s in enumerate(spans) if s["id"] == "sending_root.cpu")
        end = max(i for i, s in enumerate(spans) if s["id"] == "sending_driver.doorbell")
        times.append(sum(int(s["duration_fs"]) for s in spans[begin:end + 1]) * 1e-9)
    return sum(times) / len(times)


def pcie():
    cold = dict(pcie__iommu="true", pcie__tlb_entries=2)
    small = {f"{host}__nic__i8254x__transfer_octets": 64 for host in ("client", "server")}
    variants = {"wide": {}, "mps": dict(pcie__mps=128), "two": dict(pcie__generation=2, pcie__lanes=4), "one": dict(pcie__generation=1, pcie__lanes=1),
                "small": small, "cold": cold, "no_ddio": dict(pcie__ddio="false")}
    with tempfile.TemporaryDirectory() as folder:
        found = {name: run("study_pcie", *settings(**v), folder=pathlib.Path(folder) / name)[0] for name, v in variants.items()}
        doorbell = doorbell_us(pathlib.Path(folder) / "wide")
    fetched = [mean(found[name], "tx_fetch") for name in ("wide", "mps", "two", "one", "small", "cold")]
    return [doorbell, *fetched, *(measures.driver_to_driver(found[name], "client_to_server") for name in ("wide", "cold", "no_ddio"))]


def gigabit_card():
    """Of each setting: transfers of the card per packet, time of the CPU per packet, Mb/s of a direction."""
    delays = dict(driver__receive_delay='"20 us"', driver__send_delay='"20 us"')
    variants = ({}, dict(driver__prefetch=16, driver__offered=4), dict(driver__prefetch=16, driver__offered=4, driver__write_back=4, **delays),
                dict(driver__interrupt_interval='"50 us"'), dict(pcie__interrupt='"msix"'), dict(pcie__switch="true"), dict(pcie__socket_hop='"90 ns"'))
    found = []
    for variant in variants:
        results = run("study_gigabit_card", *settings(**variant))[0]
        packets = measures.ledger(results, "pdus", "delivered")
        moved = measures.counted(results, "nic.board.function.reads", "nic.board.function.writes")
        found += [moved / packets, measures.cpu_us(results), measures.throughput(results)]
    return found


def link_us_of_software(folder, rows):
    """Mean time of a packet in which the software waits for PCI Express: doorbells, and interrupts after the frame."""
    chains, total = spans_of(folder), 0.0
    for row in (r for r in rows if r["direction"] == "client_to_server"):
        times = moments(row)
        for s in chains[row["direction"], row["run"], row["pdu"]]:
            in_software = float(s["end_ns"]) <= times[1] or float(s["begin_ns"]) >= times[-2]
            if in_software and re.match(r"(sending|receiving)_(pcie|root|iommu)\.", s["id"]):
                total += int(s["duration_fs"]) * 1e-9
    return total / sum(r["direction"] == "client_to_server" for r in rows)


def ethernet_cards():
    """Of each card the time from driver to driver, and the shares of CPU, bus with card, and line."""
    def both(**values):
        return settings(**{f"{end}__{key}": value for end in ("client", "server") for key, value in values.items()})

    fast = {"nic__etherlink__speed": '"100 Mb/s"'}
    found = []
    for changes in (both(card='"ne2000"'), (), (*both(card='"3c905b"', **fast), *settings(line__cable='"100BASE-TX"')),
                    (*both(card='"82540em"'), *settings(line__cable='"1000BASE-T"', pci__clock='"66 MHz"')),
                    (*both(card='"82574l"'), *settings(line__cable='"1000BASE-T"'))):
        with tempfile.TemporaryDirectory() as folder:
            results, rows = run("study_ethernet_cards", *changes, folder=pathlib.Path(folder))
            on_link = link_us_of_software(pathlib.Path(folder), rows)
        parts = {row["name"]: row["avg"] for row in results["stages"] if row["direction"] == "client_to_server"}
        cpu, line = parts["software_send"] + parts["software_receive"] - on_link, parts["medium_access"] + parts["wire"]
        way = results["driver_to_driver"]["client_to_server"]["avg"]
        found += [way, *(100 * part / way for part in (cpu, way - cpu - line, line))]
    return found


def run_tcp(experiment, folder, **keys):
    """results.json of hosts with a TCP, all of whose ledgers balance."""
    niclab("run", ROOT / "testbenches/experiments" / f"{experiment}.toml", "--out", folder, *settings(**keys))
    results = json.loads((folder / "results.json").read_text())
    balances(results)
    return results


def word_us(folder, clocks):
    """Mean time of the 757 words of a full frame, which the CPU reads out of a 3C509."""
    run_tcp("ttcp_isa", folder, flow__flow0__octets=60_000, **{f"host__{h}__card": "3c509" for h in "ab"},
            **{f"host__{h}__cycle__isa__io_recovery_clocks": clocks for h in "ab"})
    with open(folder / "attribution.csv", newline="") as f:
        copies = [int(s["duration_fs"]) for s in csv.DictReader(f) if s["id"] == "receiving_driver.copy"]
    full = [t for t in copies if t > max(copies) / 2]
    return sum(full) / len(full) * 1e-9 / 757


def io_recovery():
    none = dict(host__pc__cycle__isa__io_recovery_clocks=0)
    variants = {"none": none, "three": {}, "coarse": dict(host__pc__level="coarse", host__pc__card="3c509_like"), "ne2000": dict(none, host__pc__card="ne2000")}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        words = [word_us(folder / f"word_{clocks}", clocks) for clocks in (0, 3)]
        found = {name: run_tcp("study_io_recovery", folder / name, **v)["network"] for name, v in variants.items()}
    idle = {name: [h["cpu_percent"]["idle"] for h in network["hosts"] if h["name"] == "pc"] for name, network in found.items()}
    rates = {name: [flow["mbit_s"] for flow in network["flows"]] for name, network in found.items()}
    cpu = [100 - sum(idle[name]) / len(idle[name]) for name in ("none", "three", "coarse", "ne2000")]
    return [*words, *cpu, *(sum(rates[name]) / len(rates[name]) for name in ("none", "three", "coarse"))]


STUDIES = {"study_null_cells": null_cells, "study_tables": tables, "study_delivery": delivery, "study_66mhz": pci_66mhz,
           "study_coalescing": coalescing, "study_ethernet_cards": ethernet_cards, "study_pcie": pcie,
           "study_gigabit_card": gigabit_card, "study_io_recovery": io_recovery}


def findings(path):
    """Index, match of each line with a number below `# Finding:`."""
    lines = path.read_text().split("\n")
    start = lines.index("# Finding:") + 1
    return lines, [(i, LINE.match(lines[i])) for i in range(start, len(lines)) if lines[i].startswith("#   ")]


def still_found(name, measured):
    values = measured.result()
    path = ROOT / "testbenches/experiments" / f"{name}.toml"
    lines, found = findings(path)
    assert len(found) == len(values) and all(m for _, m in found), f"{name}: {len(values)} findings wanted"
    wrong = []
    width = max(len(m["name"]) for _, m in found) + 2
    for (i, match), value in zip(found, values):
        decimals = len(match["value"].partition(".")[2])
        now = f"{value:.{decimals}f}"
        if now != match["value"]:
            wrong.append(f"{name}: {match['name']}: {match['value']} written down, {now} measured")
        lines[i] = f"#   {match['name']:<{width}}{now:>8}{match['unit'] or ''}"
        print(f"{name:<26}{match['name']:<{width}}{now:>8}{match['unit'] or ''}")
    if "--write" in sys.argv:
        path.write_text("\n".join(lines))
        return
    assert not wrong, "\n".join(wrong)


with ThreadPoolExecutor(2) as pool:
    check_all([named(name, still_found, name, pool.submit(study)) for name, study in STUDIES.items()])
