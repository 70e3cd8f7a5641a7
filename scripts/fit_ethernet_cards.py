#!/usr/bin/env python3
"""Makes the coarse Ethernet card of a cycle-level one. Runs the card, clock by clock, between hosts
with software that takes no time. All times include the driver's accesses over the bus.

  start        packets of four sizes, one at a time. From the call of the driver to the first bit of
               the preamble. Result: a line through the means, over the octets of a frame.

  deliver      The same from the end of carrier to the packet at the host.

  word         Of a card without DMA: the mean of both slopes, times the octets of a word.

  turnaround   Packets back to back. From the end of a frame to the first bit of the next one. A card
               that is ready within the gap of 9.6 us has 0.

    scripts/fit_ethernet_cards.py --niclab build/release/testbenches/niclab/niclab [CARD ...]   # writes models/coarse/cards/CARD.toml
    scripts/fit_ethernet_cards.py --niclab ... --check                                          # exit code 1 where a file is not what this makes
"""
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

from fit_coarse_cards import line_through, write_or_check

# Octets of a word of cards without DMA, 0 of bus masters; keys that no run shows.
FITTED = {"3c509": (2, ('max_rate = "10 Mb/s"', "transmit_octets = 2048", "receive_octets = 2048")),
          "3c595_master": (0, ("transmit_octets = 32768", "receive_octets = 32768")), "at1500": (0, ('max_rate = "10 Mb/s"',))}
PAYLOADS = (18, 200, 700, 1464)
HEADERS = 8 + 20 + 8 + 14  # UDP, IP, LLC/SNAP, Ethernet
GAP_US, LATE_US = 9.6, 0.4  # gap of 802.3; the end of carrier is received later than the last bit by this time or less

ONE_WAY = """
[run]
mode = "transmit"
runs = 5
[workload]
protocol = "udp"
encapsulation = "llc"
sizes = {sizes}
[client]
profile = "ideal"
card = "{card}"
[server]
profile = "ideal"
card = "{card}"
"""
STREAM = """
[defaults.host]
profile = "ideal"
card = "{card}"
[[host]]
name = "a"
[[host]]
name = "b"
[[link]]
ends = ["a", "b"]
[[flow]]
from = "a"
to = "b"
kind = "stream"
both_directions = false
protocol = "udp"
encapsulation = "llc"
sizes = {sizes}
count = 24
"""


def packets(niclab: str, bench: str, card: str, sizes: tuple[int, ...]) -> list[dict[str, str]]:
    """pdus.csv of a run; its times are in ns."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "bench.toml"
        file.write_text(bench.format(card=card, sizes=list(sizes)))
        subprocess.run([niclab, "run", str(file), "--quiet", "--out", folder], check=True, stdout=subprocess.DEVNULL)
        with open(pathlib.Path(folder) / "pdus.csv", newline="") as f:
            return list(csv.DictReader(f))


def times(rows: list[dict[str, str]], begin: str, end: str) -> tuple[float, float, float]:
    """Microseconds at 0 octets of a frame without FCS, nanoseconds per octet, and the largest error
    of the line in microseconds.
    """
    points = []
    for payload in PAYLOADS:
        of = [float(r[end]) - float(r[begin]) for r in rows if int(r["payload_octets"]) == payload]
        points.append((float(payload + HEADERS), statistics.fmean(of) / 1e3))
    at_0, slope = line_through(points)
    if slope < 0:  # it does not depend on the size
        at_0, slope = statistics.fmean(y for _, y in points), 0.0
    return at_0, slope * 1e3, max(abs(at_0 + slope * x - y) for x, y in points)


def turnaround_us(niclab: str, card: str) -> float:
    """The median over frames of both the shortest and the longest size; 0 if it is within the gap."""
    found = []
    for payload in (PAYLOADS[0], PAYLOADS[-1]):
        rows = packets(niclab, STREAM, card, (payload,))
        found += [(float(b["first_bit"]) - float(a["last_bit"])) / 1e3 for a, b in zip(rows, rows[1:], strict=False)]
    gap = statistics.median(found)
    return gap if gap > GAP_US + LATE_US else 0.0


def text_of(niclab: str, card: str) -> str:
    word_octets, memory = FITTED[card]
    rows = packets(niclab, ONE_WAY, card, PAYLOADS)
    start, start_octet, start_off = times(rows, "send_call", "first_bit")
    deliver, deliver_octet, deliver_off = times(rows, "last_bit", "delivered")
    copies = [f"pio_word_us = {(start_octet + deliver_octet) / 2 * word_octets / 1e3:.3f}", f"pio_word_octets = {word_octets}"] if word_octets else []
    linear = [f"start_us = {start:.3f}", *([] if word_octets else [f"start_octet_ns = {start_octet:.3f}"]),
              f"deliver_us = {deliver:.3f}", *([] if word_octets else [f"deliver_octet_ns = {deliver_octet:.3f}"])]
    return "\n".join([
        f"# {card} of the cycle level as a few numbers, on a host with software that takes no time. Made",
        "# by scripts/fit_ethernet_cards.py from runs of that card: packets back to back, and packets of",
        f"# {', '.join(map(str, PAYLOADS[:-1]))} and {PAYLOADS[-1]} octets. They are at most {start_off:.2f} us (start) and {deliver_off:.2f} us (deliver) off",
        "# the lines.",
        f'name = "{card}"', 'line = "ethernet"', *linear, *copies, f"turnaround_us = {turnaround_us(niclab, card):.3f}", *memory, ""])


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, FITTED, text_of))
