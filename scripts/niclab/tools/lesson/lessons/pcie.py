"""Lesson 7: the time of a frame into a card on PCI Express, by link and by size of a read."""
from niclab import measures
from niclab.results import Json
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number, word

STUDY, WAY, LINE = "study_pcie", "client_to_server", ("pcie.generation=1", "pcie.lanes=1")
SMALL = tuple(f"{host}.nic.i8254x.transfer_octets=64" for host in ("client", "server"))
COLD = ("pcie.iommu=true", "pcie.tlb_entries=2")
RUNS = {"wide": RunSpec(STUDY), "narrow": RunSpec(STUDY, LINE), "small": RunSpec(STUDY, SMALL), "small narrow": RunSpec(STUDY, (*LINE, *SMALL)),
        "cold": RunSpec(STUDY, COLD)}
ROUNDING = 0.02  # us


def fetch(results: Json) -> float:
    """Mean time from the descriptor in the card to the frame in the card, in us."""
    return measures.stage_mean(results, "tx_fetch", WAY) or 0.0


def reads(results: Json) -> float:
    """Reads of the sending card for a packet it sends: frames and descriptors."""
    return measures.since_first_run(results, "client.nic.board.function.reads") / measures.ledger(results, "pdus", "delivered")


def expected(runs: Runs) -> dict[str, Expected]:
    found = {name: run.json for name, run in runs.items()}
    times = {name: fetch(results) for name, results in found.items()}
    whole = "that is with one lane of generation 1"
    link, latency = times["narrow"] - times["wide"], times["small"] - times["wide"]
    return {"fetch": number(times["wide"], ROUNDING, (times["narrow"], whole)),
            "fetch_narrow": number(times["narrow"], ROUNDING, (times["wide"], "that is with eight lanes of generation 3")),
            "fetch_small": number(times["small"], ROUNDING, (times["small narrow"], whole)),
            "reads": number(reads(found["small"]), 0.5, (reads(found["wide"]), "that is with 512 octets at a time")),
            "cold": number(times["cold"] - times["wide"], 2 * ROUNDING, (times["cold"], "that is the whole time; how much did the IOMMU add?")),
            "costs_most": word("small reads" if latency > link else "a narrow link",
                               small_reads="compare what each adds to the time with eight lanes and 512 octets",
                               a_narrow_link="compare what each adds to the time with eight lanes and 512 octets"),
            "why": word("latency", bandwidth="the link is idle while the card waits for an answer; how long is one answer away?",
                        credits="no row of pcie.csv waits for credits")}
