"""What one run's folder says, as one flat row of numbers."""
import csv
import json
import pathlib
import statistics

from niclab import student_t
from niclab.card_cost import bench_cost

MOMENTS = ("send_call", "tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered")
STAGES = ("stl", "pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx", "srl")
DIRECTIONS = ("client_to_server", "server_to_client")
UNITS = ("_us", "_mbps", "_bits", "_percent")


def half_width(samples: list) -> float | None:
    """Half of the 95 % confidence interval of the mean over runs; nothing of one run."""
    return student_t.half_width(samples) if len(samples) > 1 else None


def failure(folder: pathlib.Path, code: int, error: str) -> str:
    """Why a run is not a result, in one sentence; nothing when it is."""
    if code == 0 and (folder / "results.json").exists():
        return ""
    if error.strip():
        return error.strip().split("\n")[-1]
    if code < 0:
        return f"niclab was ended by signal {-code}"
    try:
        results = json.loads((folder / "results.json").read_text())
    except (OSError, ValueError):
        return f"niclab ended with exit code {code} and left no results"
    broken = [f"{check['violations_seen']} violations of {name}" for name, check in results["checks"].items() if check["violations_seen"]]
    return "; ".join(broken + results["notes"]) or f"niclab ended with exit code {code}"


def config(folder: pathlib.Path, hashed) -> str:
    return hashed(json.loads((folder / "results.json").read_text())["config"])


def packets(folder: pathlib.Path) -> list:
    """Complete packets: (run, direction, payload octets, the eight moments in us)."""
    with open(folder / "pdus.csv", newline="") as f:
        rows = list(csv.DictReader(f))
    return [(row["run"], row["direction"], int(row["payload_octets"]), [float(row[m]) / 1e3 for m in MOMENTS])
            for row in rows if all(row[m] for m in MOMENTS)]


def by_run(samples) -> dict:
    """{run: mean} of (run, value) pairs."""
    groups = {}
    for run, value in samples:
        groups.setdefault(run, []).append(value)
    return {run: statistics.fmean(values) for run, values in groups.items()}


def throughput(some: list) -> dict:
    """{run: Mb/s} of payload between the first call and the last delivery."""
    groups = {}
    for run, _, octets, at in some:
        group = groups.setdefault(run, [0, at[0], at[-1]])
        group[0], group[1], group[2] = group[0] + octets, min(group[1], at[0]), max(group[2], at[-1])
    return {run: 8 * octets / (last - first) for run, (octets, first, last) in groups.items() if last > first}


def short(value: float) -> float:
    """As many digits as the times carry."""
    return float(f"{value:.9g}")


def put(row: dict, name: str, runs: dict) -> None:
    """A measure and its confidence over the runs, rounded to what the times carry."""
    if runs:
        row[name] = short(statistics.fmean(runs.values()))
        width = half_width(list(runs.values()))
        row[name + "_ci95"] = None if width is None else short(width)


def of_packets(row: dict, some: list, suffix: str) -> None:
    put(row, f"latency{suffix}_us", by_run((p[0], p[3][-1] - p[3][0]) for p in some))
    put(row, f"throughput{suffix}_mbps", throughput(some))


def measure(folder: pathlib.Path) -> dict:
    """Every column of sweep.csv that is measured."""
    results = json.loads((folder / "results.json").read_text())
    every, row = packets(folder), {}
    of_packets(row, every, "")
    for direction in DIRECTIONS:
        some = [p for p in every if p[1] == direction]
        if not some:
            continue
        of_packets(row, some, "_" + direction)
        for i, stage in enumerate(STAGES):
            put(row, f"{stage}_{direction}_us", by_run((p[0], p[3][i + 1] - p[3][i]) for p in some))
    for stage in results["stages"]:
        row.setdefault(f"{stage['name']}_{stage['direction']}_us", stage["avg"])
    for unit in ("pdus", "cells"):
        lines = [line for line in results["ledger"] if line["unit"] == unit]
        row[f"{unit}_sent"] = sum(line["sent"] for line in lines)
        row[f"{unit}_dropped"] = sum(sum(line["dropped"].values()) for line in lines)
    for side, account in results["pci"].items():
        row[f"pci_busy_{side}_percent"] = round(100 * account["utilisation"]["value"], 4)
    return row | bench_cost(results["config"])


def known_columns() -> list:
    """Names measure() may give, in some mode or other."""
    names = ["latency_us", "throughput_mbps", "pdus_sent", "pdus_dropped", "cells_sent", "cells_dropped", "sel_server_us"]
    for direction in DIRECTIONS:
        names += [f"latency_{direction}_us", f"throughput_{direction}_mbps", *(f"{s}_{direction}_us" for s in STAGES)]
    names += [f"{stage}_pooled_us" for stage in STAGES[1:6]] + [f"pci_busy_{side}_percent" for side in ("client", "server")]
    return names + ["fifo_bits", "sram_bits", "cost_bits", "pins"]


def column(name: str) -> str | None:
    """The column a user means by a name with or without its unit."""
    return next((name + unit for unit in ("", *UNITS) if name + unit in known_columns()), None)
