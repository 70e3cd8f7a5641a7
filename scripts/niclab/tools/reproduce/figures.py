"""Figures 4, 5 and 7 and Table 4 of the paper, from simulated packets, as text."""
import collections
from collections.abc import Iterator

from niclab.results import Json
from niclab.tools.reproduce.dollas import DIRECTIONS, OUT, Bench, name

# The paper's labels at the states' ends in its Figure 4.
NOTES = {"1": "call: start bit of the client's serial port", "2": "client REQ#", "3": "client TRDY#", "4": "Z: 800 clocks, nothing stored",
         "5": "5b: third octet F4H; 5a is the last sample with TxSOC, up to three before", "6": "F4H on the server's RxUTOPIA", "7": "server REQ#",
         "8": "server TRDY#", "9": "start bit of the server's serial port"}


def figure4(bench: Bench) -> str:
    """The listing of one packet of one octet, annotated."""
    text = (bench.folder / name("1", "pentium", "486", "tcp") / "analyzer.txt").read_text().split("acquisition 1")[0]
    lines = ["Figure 4: what the analyzer's memory held, Pentium to 486, TCP, 1 octet", ""]
    for line in text.splitlines()[1:]:
        words = line.split()
        ends = len(words) > 1 and words[-1] == "<"
        lines.append(line[:-2] + f"  <- {words[-2]}: {NOTES[words[-2]]}" if ends else line)
    return "\n".join(lines) + "\n"


def figure5(bench: Bench) -> str:
    """Timing mode, 4 ns: the start of the packet's first cell on TxUTOPIA, one line a change."""
    changes: list[tuple[float, str, str]] = []
    columns: list[str] = []
    for line in (bench.folder / "figure5" / "analyzer.txt").read_text().splitlines():
        words = line.split()
        if words[:1] == ["word"]:
            columns = [c for c in words if c.isupper()]
        if not words or not words[0].isdigit():
            continue
        shown = dict(zip(columns, words[3:]))
        now = (float(words[1]) * 1000, shown["TSOC"], shown["TXD"])
        if not changes or changes[-1][1:] != now[1:]:
            changes.append(now)
    third = next(i for i, (_, _, data) in enumerate(changes) if data == "F4")
    start = max(i for i in range(third) if changes[i][1] == "1")
    zero = changes[start][0]
    lines = [f"{at - zero:10.0f} ns   TxSOC {soc}   TxData {data}" for at, soc, data in changes[start - 1:third + 12]]
    return "\n".join(["Figure 5: the first cell's start on TxUTOPIA, timing mode, 4 ns between samples", "", *lines]) + "\n"


def accounts(bench: Bench) -> Iterator[tuple[str, str, Json]]:
    """(host, its place, its bus) of each direction's two hosts: the first sends, the second receives."""
    for direction in DIRECTIONS:
        for host, (side, account) in zip(direction, bench.results[name("1", *direction, "tcp")]["pci"].items(), strict=True):
            yield host, side, account


def table4(bench: Bench) -> str:
    """The six states of a PCI clock, counted in real cycles."""
    lines = ["Table 4: PCI clocks by state, decoded with priority 6, 2, 5, 4, 3, 1 (the printed patterns overlap)", ""]
    for host, side, account in accounts(bench):
        lines.append(f"{host:8} as {side}: " + ", ".join(f"{state} {clocks}" for state, clocks in account["table4_clocks"].items()))
    return "\n".join(lines) + "\n"


PARTS = ("arbitration", "acquisition", "target")


def card_accesses(bench: Bench) -> Iterator[tuple[str, dict[str, Json]]]:
    """(who does what, the clocks of each part) of each direction's two cards."""
    for i, (host, _, account) in enumerate(accounts(bench)):
        yield f"{host:8} {'receives' if i % 2 else 'sends'}", {part: account["masters"]["nic"][f"{part}_clocks"] for part in PARTS}


def figure7(bench: Bench) -> str:
    """The parts of a bus access: arbitration, acquisition, target latency, in PCI clocks."""
    lines = ["Figure 7: the card's bus access in PCI clocks: REQ# to GNT#, GNT# to FRAME#, FRAME# to TRDY#", ""]
    for who, clocks in card_accesses(bench):
        lines.append(f"{who}: " + ", ".join(f"{part} {c['avg']:.2f} (max {c['max']:.0f})" for part, c in clocks.items()))
    return "\n".join(lines) + "\n"


def cell_period(bench: Bench) -> str:
    """The period of cells as a 30.3 ns state analyzer reads it, beside the true mean."""
    periods: collections.Counter[str] = collections.Counter()
    for line in (bench.folder / "cells" / "analyzer.txt").read_text().splitlines():
        words = line.split()
        if len(words) == 6 and words[0].isdigit() and words[0] != "0":
            periods[f"{round(float(words[2]) * 33) / 33:.3f}"] += 1
    total = sum(periods.values())
    read = ", ".join(f"{us} us {100 * n / total:.1f} %" for us, n in periods.most_common() if n * 200 > total)
    spacing = bench.results["cells"]["cell_spacing"][OUT]
    return (f"Periods of {total} cells as that analyzer reads them (paper 2.76): {read}.\n"
            f"True: {spacing['min']:.4f} us between SONET overheads, mean over all {spacing['mean']:.4f} us.\n")


def all_figures(bench: Bench) -> dict[str, str]:
    """Each figure's text by its file."""
    return {"figure4.txt": figure4(bench), "figure5.txt": figure5(bench), "table4.txt": table4(bench), "figure7.txt": figure7(bench),
            "cell_period.txt": cell_period(bench)}
