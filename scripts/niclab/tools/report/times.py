"""What a page shows about time: a median packet's life, the stages next to published values,
distributions.
"""
import dataclasses
import math
from collections.abc import Sequence

from markupsafe import Markup

from niclab.charts import panels, rows
from niclab.counts import count_of
from niclab.pages import number, words
from niclab.results import Json, Packet, Run, stage_names

Cells = list[object]
STAGE_HEADS = ("stage (us)", "direction", ">n", ">min", ">avg", ">max", ">p50", ">p99")
REFERENCE_HEADS = ("stage (us)", "direction", "stat", ">published", ">simulated", ">error %", "use")


@dataclasses.dataclass(frozen=True)
class Life:
    """One direction's packet whose whole time is the median."""
    direction: str
    packet: Packet
    way: str                 # the direction as results.json calls it
    driver_to_driver: float  # 0 where its spans were not kept
    mean: float              # of all packets of the direction, from driver to driver; 0 where none was measured
    packets: int             # that the mean is of


def driver_times(run: Run, packets: Sequence[Packet]) -> list[float]:
    """From the call of one driver until the other hands the packet up."""
    lives = [spans for spans in map(run.driver_to_driver, packets) if spans]
    return [(float(spans[-1]["end_ns"]) - float(spans[0]["begin_ns"])) / 1000 for spans in lives]


def lives(run: Run) -> list[Life]:
    found = []
    for direction in run.directions:
        packet, every = run.median_packet(direction), run.json["driver_to_driver"].get(direction, {})
        found.append(Life(words(direction), packet, direction, math.fsum(driver_times(run, [packet])), every.get("avg", 0.0), every.get("count", 0)))
    return found


def marks(reference: list[Json], stage: str, direction: str) -> list[tuple[float, bool]]:
    """Published values of a stage: (value, held out)."""
    return [(r["published"], r["split"] != "cal") for r in reference if r["quantity"] == stage and r["direction"] == direction]


def breakdown(run: Run) -> list[tuple[str, Markup]]:
    """(title, chart) of all stages with their range, and published values where there are some."""
    hardware = set(stage_names(run.json, hardware=True))
    charts = []
    for title, of_cards in (("The cards", True), ("The hosts", False)):
        entries = [(f"{s['name']}, {words(s['direction'])}", s["min"], s["avg"], s["max"], marks(run.json["reference"], s["name"], s["direction"]))
                   for s in run.json["stages"] if s["count"] and (s["name"] in hardware) == of_cards]
        if entries:
            charts.append((title, rows.breakdown(entries, "us", f"Stages of {title.lower()}")))
    return charts


def stage_rows(run: Run) -> list[Cells]:
    meaning = {stage.name: stage.what for chain in run.chains.values() for stage in chain.stages}
    found: list[Cells] = []
    for i, s in enumerate(run.json["stages"]):
        name = Markup('<span title="{}">{}</span>').format(meaning.get(s["name"], ""), s["name"])
        found.append([name, words(s["direction"]), number(run.json, "stages", i, "count"),
                      *(number(run.json, "stages", i, k, digits=3) for k in ("min", "avg", "max", "p50", "p99"))])
    return found


def reference_rows(run: Run) -> list[Cells]:
    return [[r["quantity"], words(r["direction"]), r["stat"], number(run.json, "reference", i, "published", digits=2),
             number(run.json, "reference", i, "simulated", digits=2), number(run.json, "reference", i, "error_percent", digits=1),
             "fitted" if r["split"] == "cal" else "held out"] for i, r in enumerate(run.json["reference"])]


def distributions(run: Run) -> list[tuple[Markup, str]]:
    """(chart, caption) of the whole time and that from driver to driver."""
    found = []
    for direction in run.directions:
        packets = run.of(direction)
        for what, values in (("from program to program", [p.total for p in packets]), ("from driver to driver", driver_times(run, packets))):
            if not values:
                continue
            name = f"{words(direction)}, {what}"
            found.append((panels.distribution(values, "us", f"Distribution: {name}"),
                          f"{name}: {count_of(len(values), 'packet')}, {min(values):.3f} to {max(values):.3f} us"))
    return found
