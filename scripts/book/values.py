"""Values in the prose of pages, between `<!-- NAME: value -->` and `<!-- end -->`: what a run
gives, not typed text.
"""
import csv
import pathlib
import re
import statistics
from collections.abc import Callable
from typing import Protocol

MARK = re.compile(r"(<!-- ([a-z]\w*): value -->)(.*?)(<!-- end -->)", re.S)
WAY = "client_to_server"


class Program(Protocol):
    folder: pathlib.Path

    def run(self, experiment: str, *arguments: str) -> str: ...
    def results(self, experiment: str, *arguments: str) -> dict: ...
    def place(self, *arguments: str) -> str: ...


def us(value: float) -> str:
    return f"{value:.2f} us"


def total(program: Program, *arguments: str) -> float:
    """Mean time of a packet from driver to driver, us."""
    return program.results("echo", *arguments)["driver_to_driver"][WAY]["avg"]


def cause(results: dict, name: str) -> float:
    """Mean time a packet spends for a cause, us; 0 where it never did."""
    return sum(c["mean_us"] for c in results["attribution"] if c["direction"] == WAY and c["id"] == name)


def wait_for_nulls(program: Program, *arguments: str) -> float:
    return cause(program.results("echo", *arguments), "transmit_fifo.null_cells")


def null_cells(program: Program) -> float:
    """How many of them a packet waits for, on average."""
    program.run("echo")
    with open(program.folder / program.place("echo") / "attribution.csv", newline="") as f:
        return statistics.fmean(int(row["amount"]) for row in csv.DictReader(f)
                                if row["id"] == "transmit_fifo.null_cells" and row["direction"] == WAY)


def path_us(results: dict, *names: str) -> float:
    """Mean time of these stages, us; of all between the two programs where none is named."""
    return sum(s["avg"] for s in results["stages"] if s["direction"] == WAY and s["name"] != "software_echo" and (not names or s["name"] in names))


BUSES = ("pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx")


def depth(cells: int) -> tuple[str, str]:
    return "--set", f"nic.sar.tx_fifo_cells={cells}"


def far(program: Program) -> dict:
    """Results of the experiment that the page tells the reader to save."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs/tutorial/first_experiment.md"
    lines = next(block for block in re.findall(r"((?:^    .*\n|^\n)+)", page.read_text(), re.M) if "[run]" in block)
    (program.folder / "mine.toml").write_text(re.sub(r"^    ", "", lines, flags=re.M))
    return program.results("mine.toml")


def longest(results: dict) -> dict:
    """Of the causes between the drivers: programs are outside."""
    return max((c for c in results["attribution"] if c["direction"] == WAY and not c["id"].startswith("program.")), key=lambda c: c["mean_us"])


def speed(run: str) -> str:
    """CPU time of a simulated second of a run in the table of docs/explanation/speed.md, which was measured once."""
    page = pathlib.Path(__file__).resolve().parents[2] / "docs/explanation/speed.md"
    row = next(line for line in page.read_text().splitlines() if line.strip().startswith(f"{run}:"))
    seconds = float(row.split()[-1])
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.0f} s"


VALUES: dict[str, Callable[[Program], str]] = {
    "version": lambda p: p.results("echo")["niclab"],
    "echo_total": lambda p: us(total(p)),
    "echo_buses": lambda p: us(path_us(p.results("echo"), *BUSES)),
    "echo_programs": lambda p: us(path_us(p.results("echo"))),
    "echo_null": lambda p: us(wait_for_nulls(p)),
    "null_cells": lambda p: f"{null_cells(p):.0f}",
    "utopia_cell": lambda p: us(cause(p.results("echo"), "tx_utopia.cell")),
    "shallow_total": lambda p: us(total(p, *depth(1))),
    "shallow_gain": lambda p: us(total(p) - total(p, *depth(1))),
    "depth_3": lambda p: us(wait_for_nulls(p, *depth(3))),
    "depth_5": lambda p: us(wait_for_nulls(p, *depth(5))),
    "far_cause": lambda p: f"the {longest(far(p))['resource']}",
    "far_line": lambda p: us(longest(far(p))["mean_us"]),
    "speed_full": lambda p: speed("stream"),
    "speed_idle": lambda p: speed("transmit"),
    "far_total": lambda p: us(far(p)["driver_to_driver"][WAY]["avg"]),
}


def names(text: str) -> list[str]:
    return [mark[2] for mark in MARK.finditer(text)]


def filled(text: str, program: Program) -> str:
    """The page with each value as the program gives it. Throws KeyError for an unknown name."""
    return MARK.sub(lambda m: m[1] + VALUES[m[2]](program) + m[4], text)
