"""The table of docs/explanation/ttcp_over_isa.md: a 3C509 and an NE2000 at their signals in the PC of
Tolendino's rows, and the coarse card.
"""
import pathlib

from niclab.tools.reproduce import sandia
from niclab.tools.reproduce.traffic import Plan
from niclab.tools.reproduce.traffic_command import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
OCTETS, RUNS = 1_500_000, 2
CARDS = {"`3c509_like`": {}, "`3c509` at its signals": {"host.pc.level": "cycle", "host.pc.card": "3c509"},
         "the same, ports recover": {"host.pc.level": "cycle", "host.pc.card": "3c509", "host.pc.cycle.isa.io_recovery_clocks": 3},
         "`ne2000` at its signals": {"host.pc.level": "cycle", "host.pc.card": "ne2000"}}


def table(niclab: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """Throughput, and the CPU of the PC, as means of all runs."""
    found = sandia.cells(ROOT / "traces/reference")
    rows = [cell for cell in found if cell.nic == sandia.SLOW]
    plan = Plan(str(niclab))
    for cell in rows:
        common = sandia.settings(cell, sandia.protocol_us(cell, found), sandia.file_us(cell, found))
        for card, more in CARDS.items():
            plan.add(f"{cell.test} {cell.direction} {card}", "sandia_ethernet", common | {"flow.flow0.octets": OCTETS, "run.runs": RUNS} | more)
    runs = run(plan, folder / "ttcp_over_isa")
    assert not runs.balance(), runs.balance()
    lines = ["| test | split | published | " + " | ".join(CARDS) + " |", "|---|---|---|" + "---|" * len(CARDS)]
    for cell in rows:
        names = [f"{cell.test} {cell.direction} {card}" for card in CARDS]
        simulated = " | ".join(f"{runs.mean_rate(name):.2f}, {runs.mean_busy(name, 'pc'):.0f} %" for name in names)
        lines.append(f"| {cell.test} {cell.direction} | `{cell.split}` | {cell.mbit_s:.2f}, {cell.cpu:.0f} % | {simulated} |")
    return lines
