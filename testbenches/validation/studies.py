"""The findings written down in the ready studies, derived again: every number in their files is
what this version measures. With --write the files are brought up to date.
"""
import csv
import pathlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from common import ROOT, cells, check_all, named, run, settings, stage
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


STUDIES = {"study_null_cells": null_cells, "study_tables": tables, "study_delivery": delivery, "study_66mhz": pci_66mhz,
           "study_coalescing": coalescing}


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
        print(f"{name:<20}{match['name']:<{width}}{now:>8}{match['unit'] or ''}")
    if "--write" in sys.argv:
        path.write_text("\n".join(lines))
        return
    assert not wrong, "\n".join(wrong)


with ThreadPoolExecutor(2) as pool:
    check_all([named(name, still_found, name, pool.submit(study)) for name, study in STUDIES.items()])
