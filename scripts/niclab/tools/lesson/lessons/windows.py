"""Lesson 3: length against the time from PHY to PHY, and a TCP's octets under way against its
throughput.
"""
import math
import statistics

from niclab import files, measures
from niclab.results import Json, Run
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number

BUFFER, SEGMENT, VACUUM_US_PER_KM = 8192, 1460, 3.336
RUNS = {km: RunSpec("echo", (f'line.length="{km}"',)) for km in ("2 m", "2 km", "20 km", "100 km")} | {
    "small": RunSpec("window"), "large": RunSpec("window", ("flow.stream.socket_buffer=65535",)),
    "fast": RunSpec("window", ('link.line.rate="622.08 Mb/s"',))}
EMPTY_GLASS = "light is not instant: compare 2 m with 100 km"


def phy(results: Json) -> float:
    return measures.stage_mean(results, "phy_in_to_phy_out", "pooled") or 0.0


def round_trip(results: Json) -> float:
    return math.fsum(s["avg"] for s in results["stages"] if s["direction"] != "pooled" and s["name"] != "software_echo")


def rate(results: Json) -> float:
    return results["network"]["flows"][0]["mbit_s"]


def steady(run: Run, column: str) -> float:
    """In the middle of a stream at the coarse level."""
    rows = files.rows(run.folder / "tcp.csv")
    return statistics.median(float(row[column]) for row in rows[len(rows) // 4:-len(rows) // 4])


def glass(runs: Runs) -> dict[str, Expected]:
    short, long = runs["2 m"].json, runs["100 km"].json
    per_km = (phy(long) - phy(short)) / (100 - 0.002)
    added = round_trip(long) - round_trip(short)
    return {"phy_2m": number(phy(short), 0.1, (0, "look at the stage: both PHYs and their FIFOs are there without any glass")),
            "phy_100km": number(phy(long), 0.5, (phy(long) - phy(short), "that is the glass alone; the stage has both PHYs as well")),
            "us_per_km": number(per_km, 0.02, (0, EMPTY_GLASS), (VACUUM_US_PER_KM, "that is light in vacuum; glass slows it by its index, about 1.5"),
                                (phy(long) / 100, "the PHYs' own time is in there, too: take the difference of two lengths")),
            "round_trip_added": number(added, 2, (0, EMPTY_GLASS), (added / 2, "there AND back"))}


def window(small: Run, large: Run, fast: Run) -> dict[str, Expected]:
    trip, flight, limit = steady(small, "srtt_us"), steady(small, "in_flight"), rate(large.json)
    full = limit * trip / 8
    bound, offered = rate(small.json), BUFFER * 8 / trip
    more = "a faster line carries each octet sooner, but the sender still waits a whole round trip for the next window"
    return {"under_way": number(flight, 0, (BUFFER, "that is what the peer would allow; column in_flight of tcp.csv has what is under way"),
                                (flight / SEGMENT, "count octets, not packets")),
            "below_knee": number(bound, 0.05 * bound, (offered, "window / round trip is the most; under way are whole segments only, look at flight"),
                                 (limit, "that is the line's rate; with 8192 octets the sender waits")),
            "knee": number(full, 0.1 * full, (full / SEGMENT, "count octets, not packets"),
                           (limit * trip / 2 / 8, "for a whole round trip: the acknowledgement has to come back, too"),
                           (full * BUFFER / flight, "that is a socket buffer; how much of it is under way?")),
            "full": number(limit, 0.02 * limit, (155.52, "SONET, cell headers, AAL5, LANE and TCP/IP headers are to be taken off")),
            "faster_line": number(rate(fast.json), 0.03 * bound, (4 * bound, more), (bound, "nearly: a segment spends less time on the line; run it"))}


def expected(runs: Runs) -> dict[str, Expected]:
    return glass(runs) | window(runs["small"], runs["large"], runs["fast"])
