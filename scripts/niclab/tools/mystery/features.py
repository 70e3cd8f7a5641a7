"""A run's files as named numbers, by which benches are distinguished: all of them are in a
student's files.
"""
import json
import pathlib
import statistics
from collections.abc import Iterator

from niclab import files
from niclab.results import Json
from niclab.scene import vcd
from niclab.tools.mystery.capture import wrong_headers

Features = dict[str, float]
TX_CLOCK, NOMINAL_MHZ = "TxClk", 19.44
LARGE = 9180  # octets, the largest packet of the bench


def mean(values: list[float]) -> float:
    return statistics.fmean(values) if values else 0.0


def of_stages(found: Json) -> Iterator[tuple[str, float]]:
    for stage in found["stages"]:
        if stage["count"] and stage["direction"] != "pooled":
            name = f"{stage['name']} {stage['direction']}"
            yield f"{name} (us)", stage["avg"]
            yield f"{name}, 5th to 95th percentile (us)", stage["p95"] - stage["p05"]
    for direction, spacing in found["cell_spacing"].items():
        yield f"mean cell spacing {direction} (us)", spacing["mean"]
        yield f"largest cell spacing {direction} (us)", spacing["max"]
        yield f"null cells inside packets {direction}", spacing["null_cells_inside_pdus"]


def of_totals(found: Json) -> Iterator[tuple[str, float]]:
    for direction, rate in found["throughput"].items():
        yield f"throughput {direction} (Mb/s)", rate["mbps"]
    for one in found["ledger"]:
        yield f"missing {one['unit']} {one['direction']}", one["missing"]
    for side, host in found["hosts"].items():
        yield f"interrupts {side}", host["interrupts"]
        yield f"CPU time {side} (us)", host["cpu_us"]
    for name, check in found["checks"].items():
        yield f"violations of {name}", check["violations_seen"]
    yield "alarms", len(found["alarms"])


def of_buses(found: Json) -> Iterator[tuple[str, float]]:
    for side, bus in found["pci"].items():
        yield f"PCI clock {side} (MHz)", bus["clocks"] / found["simulated_us"]
        yield f"PCI {side} busy (%)", 100 * bus["utilisation"]["value"]
        yield f"masters on PCI {side}", len(bus["masters"])
        for master, account in bus["masters"].items():
            yield f"transactions of {master} on PCI {side}", sum(account["ends"].values())
            for part in ("arbitration", "acquisition", "target"):
                yield f"{part} of {master} on PCI {side} (clocks)", account[f"{part}_clocks"].get("avg", 0.0)


def number(row: dict[str, str], column: str) -> int:
    """0 where a transaction ended before there was any."""
    return int(row[column] or 0)


def of_transactions(rows: list[dict[str, str]]) -> Iterator[tuple[str, float]]:
    """Of each master: what a burst has, and how regularly bursts come (the share of the mean that
    their distances deviate by).
    """
    seen: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        if not row["command"].startswith("config"):
            seen.setdefault((row["bus"], row["master"]), []).append(row)
    for (bus, master), some in seen.items():
        yield f"dwords a transaction of {master} on PCI {bus}", mean([number(row, "dwords") for row in some])
        yield f"wait clocks a transaction of {master} on PCI {bus}", mean([number(row, "wait_clocks") for row in some])
        yield f"longest target wait of {master} on PCI {bus} (clocks)", max(number(row, "target_clocks") for row in some)
        yield f"bursts of {master} on PCI {bus} that end at 16 octets (%)", 100 * mean(
            [(int(row["address"], 16) + 4 * number(row, "dwords")) % 16 == 0 for row in some])
        if master not in ("nic", "host"):
            starts = [float(row["time_ns"]) for row in some]
            gaps = [b - a for a, b in zip(starts, starts[1:]) if b - a > 5e3]
            yield f"irregularity of {master} on PCI {bus}", statistics.pstdev(gaps) / mean(gaps) if len(gaps) > 2 else 0.0


def of_packets(rows: list[dict[str, str]]) -> Iterator[tuple[str, float]]:
    for direction in dict.fromkeys(row["direction"] for row in rows):
        mine = [row for row in rows if row["direction"] == direction]
        whole = [row for row in mine if row["status"] == "ok" and row["tx_req"] and row["delivered"]]
        for name, some in (("1 octet", [r for r in whole if r["payload_octets"] == "1"]), (f"{LARGE} octets", [r for r in whole if r["payload_octets"] == str(LARGE)])):
            yield f"call to REQ# {direction}, {name} (us)", mean([(float(r["tx_req"]) - float(r["send_call"])) / 1e3 for r in some])
            yield f"memory to program {direction}, {name} (us)", mean([(float(r["delivered"]) - float(r["rx_trdy"])) / 1e3 for r in some])
        wrong = sum(row["status"] == "crc_error" for row in mine)
        yield f"packets {direction} with a wrong CRC", wrong
        yield f"some packet {direction} with a wrong CRC", min(1, wrong)


def of_capture(path: pathlib.Path) -> Iterator[tuple[str, float]]:
    for direction, (count, longest) in wrong_headers(path).items():
        yield f"wrong headers {direction}", count
        yield f"some wrong header {direction}", min(1, count)
        yield f"wrong headers {direction} in a row", longest


def of_clocks(path: pathlib.Path) -> Iterator[tuple[str, float]]:
    """How far each TxClk is off its nominal rate, out of a waveform that has it."""
    for name, signal in vcd.read(path)[0].items():
        if name.endswith(TX_CLOCK):
            rises = [time for time, value in signal.changes[1:] if value == 1]  # the first is the value at the begin, no edge
            if len(rises) < 2:
                continue
            period_us = (rises[-1] - rises[0]) / (len(rises) - 1) * 1e-6
            yield f"{name} off {NOMINAL_MHZ} MHz (ppm)", (1 / period_us / NOMINAL_MHZ - 1) * 1e6


def of_phase(folder: pathlib.Path) -> Features:
    """Of one phase's files."""
    found = json.loads((folder / "measured.json").read_text())
    return dict([*of_stages(found), *of_totals(found), *of_buses(found), *of_transactions(files.rows(folder / "pci.csv")),
                 *of_packets(files.rows(folder / "pdus.csv")), *of_capture(folder / "capture.pcapng"), *of_clocks(folder / "waveform.vcd")])
