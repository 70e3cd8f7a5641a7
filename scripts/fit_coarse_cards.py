#!/usr/bin/env python3
"""Makes the coarse card of a cycle-level one. Runs the card, clock by clock, on a host with
software that takes no time. The other end is an ideal coarse card.

  first cell       datagrams of 40, 500, 1500 and 9188 octets of SDU, one at a time: from the
                   driver to the first cell in the net. Result: a line through the means.
  deliver          the same in the other direction: from the last cell in the net to the end of
                   the handler.
  gap              datagrams of 9188 octets back to back: the time of a PDU on the line in addition
                   to its cells.
  transmit PDUs    buffers of its driver.
  receive PDUs     datagrams of 9188 octets to a host with a CPU that is busy for 300 ms: the number
                   of datagrams that were not lost.

    scripts/fit_coarse_cards.py --niclab build/release/testbenches/niclab/niclab [CARD ...]      # writes models/coarse/cards/CARD.toml
    scripts/fit_coarse_cards.py --niclab ... --check                                             # exit code 1 where a file is not what this makes
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable

ROOT = pathlib.Path(__file__).resolve().parent.parent
CARDS = ROOT / "models/coarse/cards"
FITTED = ("idt77901", "pca200e_like", "eni155p_like")
SDU_OCTETS = (40, 500, 1500, 9188)
HEADERS = 8 + 20 + 8  # LLC/SNAP, IP, UDP
CELL_US = 424 / 149.76
BUSY_US = 300_000

BENCH = """
[run]
level = "coarse"
duration = "20 ms"
jitter = "0 us"
[[host]]
name = "a"
level = "cycle"
card = "{card}"
[[host]]
name = "b"
[[link]]
name = "line"
ends = ["a", "b"]
[[flow]]
name = "flow"
kind = "udp_stream"
from = "{sender}"
to = "{receiver}"
"""


class Bench:
    """A cycle-level card at `a`, an ideal one at `b`; settings in, what cards.csv has of `a` out."""

    def __init__(self, niclab: str, card: str):
        self.niclab, self.card = niclab, card

    def run(self, sender: str, **settings: object) -> tuple[dict[str, str], dict]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "bench.toml"
            file.write_text(BENCH.format(card=self.card, sender=sender, receiver="b" if sender == "a" else "a"))
            words = [word for key, value in settings.items() for word in ("--set", f"{key.replace('__', '.')}={json.dumps(value)}")]
            subprocess.run([self.niclab, "run", str(file), "--quiet", "--out", folder, *words], check=True, stdout=subprocess.DEVNULL)
            with open(pathlib.Path(folder) / "cards.csv", newline="") as f:
                return next(row for row in csv.DictReader(f) if row["host"] == "a"), json.loads((pathlib.Path(folder) / "results.json").read_text())


def line_through(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Least squares: what it is at 0, and by how much it grows."""
    n, x, y = len(points), sum(p[0] for p in points), sum(p[1] for p in points)
    xx, xy = sum(p[0] ** 2 for p in points), sum(p[0] * p[1] for p in points)
    slope = (n * xy - x * y) / (n * xx - x * x)
    return (y - slope * x) / n, slope


def linear(bench: Bench, sender: str, column: str) -> tuple[float, float, float]:
    """Microseconds, nanoseconds an octet, and by how many microseconds the worst point is off."""
    points = []
    for octets in SDU_OCTETS:
        card, _ = bench.run(sender, flow__flow__message=octets - HEADERS, flow__flow__interval="1237 us")
        points.append((float(octets), float(card[column])))
    at_0, slope = line_through(points)
    return at_0, slope * 1e3, max(abs(at_0 + slope * x - y) for x, y in points)


def gap_us(bench: Bench) -> float:
    """Of PDUs that follow each other without a pause, the first left out."""
    octets = 9188
    periods = []
    for duration in (20, 40):
        _, results = bench.run("a", run__duration=f"{duration} ms", flow__flow__message=octets - HEADERS)
        flow = results["network"]["flows"][0]
        periods.append((flow["datagrams_received"], flow["seconds"]))
    (first, begin), (last, end) = periods
    cells = -(-(octets + 8) // 48)
    return max(0.0, (end - begin) / (last - first) * 1e6 - cells * CELL_US)


def receive_pdus(bench: Bench) -> int:
    """The PDUs with buffers that its first handler gave back, and one in each of its buffers."""
    _, results = bench.run("b", run__duration="100 ms", flow__flow__message=9188 - HEADERS, flow__flow__interval="560 us", host__a__costs__interrupt_us=BUSY_US)
    return int(results["network"]["packets"][0]["delivered"])


def transmit_pdus(bench: Bench) -> int:
    _, results = bench.run("a", run__duration="1 ms")
    return int(results["config"]["host"]["a"]["cycle"]["driver"]["tx_buffers"])


def text_of(niclab: str, card: str) -> str:
    bench = Bench(niclab, card)
    first, first_octet, first_off = linear(bench, "a", "first_cell_us")
    deliver, deliver_octet, deliver_off = linear(bench, "b", "deliver_us")
    return "\n".join([
        f"# {card} of the cycle level as a few numbers. Made by scripts/fit_coarse_cards.py from runs of that card: single PDUs of",
        f"# {', '.join(map(str, SDU_OCTETS[:-1]))} and {SDU_OCTETS[-1]} octets, "
        f"which lie within {first_off:.2f} us (first cell) and {deliver_off:.2f} us (deliver) of the lines;",
        "# PDUs back to back; a host too busy to take them. The PHY at the net's end of its fiber is in the numbers.",
        f'name = "{card}"',
        f"first_cell_us = {first:.3f}",
        f"first_cell_octet_ns = {first_octet:.4f}",
        f"deliver_us = {deliver:.3f}",
        f"deliver_octet_ns = {deliver_octet:.4f}",
        f"pdu_gap_us = {gap_us(bench):.3f}",
        f"transmit_pdus = {transmit_pdus(bench)}",
        f"receive_pdus = {receive_pdus(bench)}",
        ""])


def write_or_check(about: str | None, fitted: Iterable[str], text_of: Callable[[str, str], str]) -> int:
    """The command line of a script that makes files of cards. `text_of`: program and card to text."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cards", nargs="*", default=list(fitted))
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    other = False
    for card in arguments.cards:
        text, path = text_of(arguments.niclab, card), CARDS / f"{card}.toml"
        if not arguments.check:
            path.write_text(text)
        elif not path.is_file() or path.read_text() != text:
            other = True
            print(f"{path.relative_to(ROOT)} is not what its card at the cycle level gives:\n{text}")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, FITTED, text_of))
