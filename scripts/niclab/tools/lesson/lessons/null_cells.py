"""Lesson 1: right are what the runs measure; the line's rate is that of STS-3c's payload, 260 of
270 columns (T1.105).
"""
import math
import statistics

from niclab import measures
from niclab.results import Json
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number, word

STUDY, CELL_BITS, LINE_MBPS = "study_null_cells", 53 * 8, 155.52
RUNS = {str(depth): RunSpec(STUDY, (f"nic.sar.tx_fifo_cells={depth}",)) for depth in (9, 5, 4, 1)} | {
    "off": RunSpec(STUDY, ("nic.sar.null_cells=false",)),
    "stream 9": RunSpec("stream"), "stream 1": RunSpec("stream", ("nic.sar.tx_fifo_cells=1",))}
WAY = "client_to_server"
READ = 0.06  # us: what reading off and rounding may cost


def segmentation(results: Json) -> float:
    return measures.stage_mean(results, "sar_segmentation", WAY) or 0.0


def bus_to_bus(results: Json) -> float:
    return measures.stage_sum(results, measures.stage_names(results, hardware=True), WAY) or 0.0


def waited(results: Json, cause: str) -> float:
    return math.fsum(row["mean_us"] for row in results["attribution"] if row["id"] == cause)


def steps(nine: float, four: float, one: float) -> dict[str, Expected]:
    slope = (nine - one) / 8
    shares = ((-slope, "compare the two ends again: with more cells it takes longer; a bigger buffer is not a faster one"),
              ((nine - one - READ, nine + READ), "that is all of it; how much does ONE cell add?"),
              ((nine - one) / 9, "from 1 to 9 cells are 8 steps: divide by depth - 1"),
              (nine / 9, "shared over 9 cells, but some of segmentation is there with one cell, too: take the difference first"))
    fours = ((one + 4 * slope, "from 1 to 4 cells are three steps"), (4 * slope, "and what takes segmentation with one cell?"),
             (4 / 9 * nine, "not in proportion: some of it is there with one cell, too"))
    return {"slope": number(slope, 0.03, *shares), "predicted_4": number(four, 0.2, *fours)}


def rate() -> Expected:
    payload = LINE_MBPS * 260 / 270
    traps = ((CELL_BITS / LINE_MBPS, "at 155.52 Mb/s all octets go; which of them are SONET's overhead and carry no cell?"),
             (48 * 8 / payload, "a cell is 53 octets on the line; 48 are its payload"))
    return number(CELL_BITS / payload, 0.006, *traps)


def of_null_cells_off(nine: Json, off: Json) -> dict[str, Expected]:
    idle = measures.since_first_run(off, "client.nic.phy.tx_idle_cells") > measures.since_first_run(nine, "client.nic.phy.tx_idle_cells")
    less = bus_to_bus(nine) - waited(nine, "transmit_fifo.null_cells")
    hint = "you took off the wait for null cells only: look at phy_in_to_phy_out, the PHY's FIFO has emptied as well"
    who = word("PHY" if idle else "SAR", SAR="the SAR's null cells are off; look at the counters of idle cells, chip by chip",
               nobody="a SONET frame has no holes; look at the counters of idle cells", driver="a driver sees packets, no slots of cells",
               program="a program sees packets, no slots of cells")
    return {"off": number(segmentation(off), 0.05, (segmentation(nine) - waited(nine, "transmit_fifo.null_cells"),
                                                  "that is what is left without the wait; measured it is less: what did your cell wait for on UTOPIA?")),
            "bus_to_bus_off": number(bus_to_bus(off), 0.1, (less, hint)), "who_fills_the_line": who}


def cost(deep: Json, shallow: Json) -> Expected:
    """Of a stream: a share of its throughput, or only time."""
    rates = [measures.throughput(one) or 0.0 for one in (deep, shallow)]
    slower = abs(rates[0] - rates[1]) > 0.01 * rates[1]
    return word("both" if slower else "delay", throughput="compare the Mb/s of both depths; a null cell goes out only where no other cell is ready",
                both="compare the Mb/s of both depths: do they differ?", nothing="your own first answers say otherwise")


def expected(runs: Runs) -> dict[str, Expected]:
    found = {name: run.json for name, run in runs.items()}
    nine, five, four, one = (segmentation(found[depth]) for depth in ("9", "5", "4", "1"))
    ahead = {float(row["amount"]) for row in runs["9"].spans if row["id"] == "transmit_fifo.null_cells"}
    return {"segmentation_9": number(nine, READ, (one, "that is with one cell")), "segmentation_5": number(five, READ),
            "segmentation_1": number(one, READ, (nine, "that is with nine cells")), **steps(nine, four, one), "from_rate": rate(),
            "null_cells_ahead": number(statistics.fmean(ahead), 0.0, (9, "nine places, and your own cell stands in one of them")),
            **of_null_cells_off(found["9"], found["off"]), "what_they_cost": cost(found["stream 9"], found["stream 1"])}
