#!/usr/bin/env python3
"""Makes the table of docs/explanation/ttcp_over_isa.md. It has a 3C509 and an NE2000 at their signals
in the PC of Tolendino's rows, and the coarse card.

    ttcp_over_isa.py PROGRAM            writes the table into the page
    ttcp_over_isa.py PROGRAM --check    reports whether the page has it
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from niclab.tools.reproduce import sandia

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/explanation/ttcp_over_isa.md"
OCTETS, RUNS = 1_500_000, 2
CARDS = {"3c509_like": {}, "3c509 at its signals": {"host.pc.level": "cycle", "host.pc.card": "3c509"},
         "ne2000 at its signals": {"host.pc.level": "cycle", "host.pc.card": "ne2000"}}


def measured(program: str, settings: dict[str, object]) -> str:
    """Throughput and CPU of the PC, the means of all runs."""
    words = [f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in settings.items()]
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "run", "sandia_ethernet", "--quiet", "--out", out, *(w for word in words for w in ("--set", word))], check=True)
        network = json.loads((pathlib.Path(out) / "results.json").read_text())["network"]
    assert all(packets["balances"] for packets in network["packets"]), network["packets"]
    rate = statistics.fmean(flow["mbit_s"] for flow in network["flows"])
    cpu = statistics.fmean(100 - host["cpu_percent"]["idle"] for host in network["hosts"] if host["name"] == "pc")
    return f"{rate:.2f}, {cpu:.0f} %"


def table(program: str) -> str:
    data = ROOT / "traces/reference"
    found = sandia.cells(data)
    rows = [cell for cell in found if cell.nic == sandia.SLOW]
    plans = [sandia.settings(cell, sandia.protocol_us(cell, found), sandia.file_us(cell, found)) | {"flow.flow0.octets": OCTETS, "run.runs": RUNS} | more
             for cell in rows for more in CARDS.values()]
    with ThreadPoolExecutor(2) as pool:
        values = iter(list(pool.map(lambda plan: measured(program, plan), plans)))
    lines = ["| test | split | published | " + " | ".join(f"`{c.split()[0]}`{c[len(c.split()[0]):]}" for c in CARDS) + " |", "|---|---|---|" + "---|" * len(CARDS)]
    for cell in rows:
        simulated = " | ".join(next(values) for _ in CARDS)
        lines.append(f"| {cell.test} {cell.direction} | `{cell.split}` | {cell.mbit_s:.2f}, {cell.cpu:.0f} % | {simulated} |")
    return "\n".join(lines)


def main() -> None:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    text = PAGE.read_text()
    new = re.sub(r"(<!-- ttcp: begin[^>]*-->\n).*?(<!-- ttcp: end -->)", lambda m: f"{m[1]}\n{table(program)}\n\n{m[2]}", text, flags=re.S)
    if "--check" in sys.argv:
        sys.exit(0 if new == text else f"{PAGE.relative_to(ROOT)}: its table differs from the runs")
    PAGE.write_text(new)


if __name__ == "__main__":
    main()
