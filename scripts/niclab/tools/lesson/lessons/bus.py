"""Lesson 2: the account of the client's PCI bus under four loads and arbiters."""
from niclab import measures
from niclab.results import Json
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number, word

VIDEO = "pci.traffic.video.blocks_per_second=40000"
FIXED = (VIDEO, "pci.policy=fixed_priority")
RUNS = {"plain": RunSpec("busy_bus"), "video": RunSpec("busy_bus", (VIDEO,)), "first": RunSpec("busy_bus", (*FIXED, 'pci.agents=["nic"]')),
        "last": RunSpec("busy_bus", (*FIXED, 'pci.agents=["disk", "video", "host", "nic"]'))}
WAY, SIDE, BUS_MBPS = "client_to_server", "client", 32 * 33.0
SWAPPED = "that is the other part of the wait: REQ# to GNT# is arbitration, GNT# to FRAME# acquisition"
HOLDS = "a grant is no bus: the card waits until the burst in progress is over, whoever comes next"


def card(results: Json, part: str, stat: str = "avg") -> float:
    return results["pci"][SIDE]["masters"]["nic"][f"{part}_clocks"][stat]


def waits(results: Json, suffix: str) -> dict[str, Expected]:
    arbitration, acquisition = card(results, "arbitration"), card(results, "acquisition")
    other = HOLDS if suffix == "_first" else SWAPPED
    return {"arbitration" + suffix: number(arbitration, 0.1, (acquisition, SWAPPED)),
            "acquisition" + suffix: number(acquisition, 0.1, (arbitration, other), (0, HOLDS), (1, HOLDS))}


def busy(results: Json) -> Expected:
    account = results["pci"][SIDE]
    data = 100 * account["data_utilisation"]["value"]
    return number(100 * account["utilisation"]["value"], 0.5, (data, "that counts clocks with data only; address and wait clocks hold the bus as well"))


def throughputs(found: dict[str, Json]) -> dict[str, Expected]:
    rates = {name: measures.throughput_of(results, WAY) or 0.0 for name, results in found.items()}
    free = (1 - found["video"]["pci"][SIDE]["utilisation"]["value"]) * BUS_MBPS
    other = "that is with another arbiter"
    return {"throughput_round_robin": number(rates["video"], 0.6, (free, "the card's own bursts are among the 80 %; what is free is not what is left for it"),
                                             (rates["first"], other), (rates["last"], other)),
            "throughput_first": number(rates["first"], 0.6, (rates["video"], other), (rates["last"], other)),
            "throughput_last": number(rates["last"], 0.6, (rates["video"], other), (rates["first"], other))}


def expected(runs: Runs) -> dict[str, Expected]:
    found = {name: run.json for name, run in runs.items()}
    video, first, last = found["video"], found["first"], found["last"]
    halved = [part for part in ("arbitration", "acquisition") if card(first, part) < card(video, part) / 2]
    right = {("arbitration",): "burst in progress", ("acquisition",): "arbitration", (): "both"}.get(tuple(halved), "none")
    return {"busy": busy(found["plain"]), "busy_video": busy(video), **waits(found["plain"], ""), **waits(video, "_video"), **waits(first, "_first"),
            "arbitration_last": waits(last, "")["arbitration"],
            "longest_last": number(card(last, "arbitration", "max"), 1, (card(video, "arbitration", "max"), "that is with round robin")),
            **throughputs(found),
            "what_priority_does_not_shorten": word(right, none=HOLDS, arbitration="compare arbitration at 40 000 blocks/s with the card first",
                                                   both="compare arbitration at 40 000 blocks/s with the card first")}
