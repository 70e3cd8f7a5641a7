"""Dollas et al. 1997: its three experiments, its tables next to the simulated ones, and what the
instrument showed.
"""
import dataclasses
import math
import pathlib
import statistics
from collections.abc import Callable, Iterable, Sequence

from niclab import files
from niclab.results import Chain, Json, chains
from niclab.runs.points import Experiment, Point
from niclab.tools.reproduce.row import Row

RUNS = 15
HOSTS = {"pentium": "pentium133", "486": "486dx4_100"}
SIZES = {"tcp": (1, 10, 100, 500, 1000, 1460), "udp": (1, 10, 100, 500, 1000, 1472)}
DIRECTIONS = (("pentium", "486"), ("486", "pentium"))
OUT, BACK = "client_to_server", "server_to_client"  # the experiments' files call their hosts so
PCI_CLOCK_US = 1 / 33
THIRD_GAP_US = 0.3  # a SONET overhead takes 0.51 us: a packet that waited for one more is later by this time

Pair = tuple[dict[str, str], dict[str, float]]  # a packet's row of pdus.csv, and the ends of the analyzer's states


@dataclasses.dataclass(frozen=True)
class Consistency:
    """One of experiment 3's aggregates against the sum of the parts of experiments 1 and 2."""
    what: str
    aggregate: float
    total: float

    @property
    def agrees(self) -> bool:
        return abs(self.aggregate - self.total) < 0.3


def name(experiment: str, sender: str, receiver: str, protocol: str) -> str:
    return f"{experiment}_{sender}_to_{receiver}_{protocol}"


def plan(niclab: str, parts: set[str]) -> list[Point]:
    """The runs the wanted parts need. `parts`: some of table1, table2, table3, figures."""
    runs = []

    def add(experiment: str, file: str, sender: str, receiver: str, protocol: str) -> None:
        settings = (f"client.profile={HOSTS[sender]}", f"server.profile={HOSTS[receiver]}", f"workload.protocol={protocol}",
                    f"workload.sizes={list(SIZES[protocol])}", f"run.runs={RUNS}", "analyzer.listings=6")
        runs.append(Point(Experiment(niclab, file), settings, name(experiment, sender, receiver, protocol)))

    for sender, receiver in DIRECTIONS:
        for protocol in SIZES:
            if parts & {"table1", "table2", "figures"}:
                add("1", "analyzer", sender, receiver, protocol)
            if parts & {"table1"}:
                add("2", "analyzer_return", sender, receiver, protocol)
            if parts & {"table1", "table3"}:
                add("3", "analyzer_echo", sender, receiver, protocol)
    if "figures" in parts:
        timing = ("run.runs=1", "workload.sizes=[1]", 'analyzer.period="4 ns"', "analyzer.states.4.wait=6000", "analyzer.states.5.within=26",
                  "analyzer.states.6.within=26", "analyzer.states.6.store=any", 'analyzer.tag_resolution="4 ns"')
        runs.append(Point(Experiment(niclab, "analyzer"), timing, "figure5"))
        runs.append(Point(Experiment(niclab, "analyzer_cells"), (), "cells"))
    return runs


# At which of the chain's moments the paper's instrument leaves each of its states.
STATES = {"send_call": "1", "tx_req": "2", "tx_trdy": "3", "tx_soc": "5", "rx_soc": "6", "rx_req": "7", "rx_trdy": "8", "delivered": "9"}


def of(stat: str, sample: Sequence[float]) -> float | None:
    if not sample:
        return None
    functions: dict[str, Callable[[Iterable[float]], float]] = {"min": min, "max": max, "avg": statistics.fmean}
    return functions[stat](sample)


def percentile(sample: Sequence[float], p: float) -> float:
    ordered = sorted(sample)
    rank = p / 100 * (len(ordered) - 1)
    low = int(rank)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (rank - low) * (ordered[high] - ordered[low])


def tolerance_of(quantity: str, stat: str, split: str) -> float | None:
    if split != "hold":
        return None
    if quantity in ("phy_in_to_phy_out", "sar_reassembly"):
        return 0.15
    if quantity == "sar_segmentation":
        return 0.35
    return 10 * PCI_CLOCK_US if stat == "max" else None


class Bench:
    """The paper's runs, done: their packets and what the instrument saw. `results`: results.json by
    the run's name.
    """

    def __init__(self, folder: pathlib.Path, results: dict[str, Json]):
        self.folder, self.results = folder, results
        self.chain: Chain = chains(next(iter(results.values())))[OUT]
        self.stages = {stage.name: stage for stage in self.chain.stages}

    def packets(self, run: str, direction: str) -> list[dict[str, str]]:
        return [row for row in files.rows(self.folder / run / "pdus.csv") if row["direction"] == direction]

    def marks(self, run: str) -> list[dict[str, float]]:
        """Of each acquisition, when the analyzer left each state, in ns."""
        found: dict[int, dict[str, float]] = {}
        for row in files.rows(self.folder / run / "analyzer.csv"):
            found.setdefault(int(row["acquisition"]), {})[row["state"]] = float(row["time_ns"])
        return [found[k] for k in sorted(found)]

    def known(self, row: dict[str, str], stage_name: str) -> float:
        stage = self.stages[stage_name]
        return (float(row[stage.end]) - float(row[stage.begin])) / 1000

    def seen(self, mark: dict[str, float], stage_name: str) -> float | None:
        a, b = STATES[self.stages[stage_name].begin], STATES[self.stages[stage_name].end]
        return (mark[b] - mark[a]) / 1000 if a in mark and b in mark else None

    def one_way(self, sender: str, receiver: str) -> list[Pair]:
        """All packets from `sender` to `receiver` in experiments 1 and 2."""
        found: list[Pair] = []
        for protocol in SIZES:
            run = name("1", sender, receiver, protocol)
            found += zip(self.packets(run, OUT), self.marks(run))
            run = name("2", receiver, sender, protocol)  # the way back: its server is our sender
            found += zip(self.packets(run, BACK), self.marks(run))
        return found

    def values(self, pairs: Sequence[Pair], stage: str) -> tuple[list[float], list[float]]:
        known = [self.known(row, stage) for row, _ in pairs]
        return known, [v for v in (self.seen(mark, stage) for _, mark in pairs) if v is not None]

    def gaps(self) -> str:
        """Share of packets that saw a third SONET overhead between their descriptor and their first cell."""
        values = [self.known(row, "sar_segmentation") for d in DIRECTIONS for row, _ in self.one_way(*d)]
        usual = sorted(values)[len(values) // 2]
        share = 100 * sum(v > usual + THIRD_GAP_US for v in values) / len(values)
        return f"{share:.1f} % of {len(values)} packets waited for a third SONET overhead.\n"

    def table1(self, reference: Sequence[dict[str, str]]) -> list[Row]:
        """Table 1: PCI stages by direction; the card's own pooled over both, as the paper seems to
        have done, and by direction.
        """
        both = {d: self.one_way(*d) for d in DIRECTIONS}
        pool = [pair for pairs in both.values() for pair in pairs]
        rows, listed = [], set()
        for entry in reference:
            quantity = entry["quantity"]
            sender = "pentium" if entry["sender"] == "pentium133" else "486"
            receiver = "486" if sender == "pentium" else "pentium"
            own = not quantity.startswith("pci_access")
            for what, pairs in ((("pooled", pool),) if own else ()) + ((f"{sender} to {receiver}", both[sender, receiver]),):
                if (quantity, what, entry["stat"], entry["value"]) in listed:
                    continue
                listed.add((quantity, what, entry["stat"], entry["value"]))
                rows += self.stage_rows(entry, what, pairs, gated=what == "pooled" or not own)
        for d, published in zip(DIRECTIONS, (45.15, 45.09)):
            hardware = [stage.name for stage in self.chain.hardware]
            known = statistics.fmean(math.fsum(self.known(row, s) for s in hardware) for row, _ in both[d])
            seen = statistics.fmean((mark["8"] - mark["2"]) / 1000 for _, mark in both[d])
            rows.append(Row("Table 1", "pci_to_pci_total", " to ".join(d), "avg", "hold", published, seen, known, 0.45))
        return rows

    def stage_rows(self, entry: dict[str, str], what: str, pairs: Sequence[Pair], gated: bool) -> list[Row]:
        """A published value of Table 1; ends of the segmentation by the ends of the bulk, too, as
        one packet in 25 sees a third gap.
        """
        quantity, stat, split, value = entry["quantity"], entry["stat"], entry["split"], float(entry["value"])
        known, seen = self.values(pairs, quantity)
        gate = tolerance_of(quantity, stat, split) if gated else None
        whole = Row("Table 1", quantity, what, stat, split, value, of(stat, seen), of(stat, known) or 0.0)
        if quantity != "sar_segmentation" or stat == "avg":
            return [dataclasses.replace(whole, tolerance=gate)]
        p = 5 if stat == "min" else 95
        return [Row("Table 1", quantity, what, f"{stat} ({p} %)", split, value, percentile(seen, p), percentile(known, p), gate), whole]

    def average(self, table: str, quantity: str, what: str, entry: dict[str, str], known: Sequence[float], seen: Sequence[float]) -> Row:
        """A row of Tables 2 and 3."""
        published = float(entry["value"])
        return Row(table, quantity, what, "avg", entry["split"], published, of("avg", seen), statistics.fmean(known),
                   0.06 * published if entry["split"] == "hold" else None, "", min(known), max(known), what.rsplit(" ", 2)[0], float(entry["bytes"]))

    def table2(self, reference: Sequence[dict[str, str]]) -> list[Row]:
        """Table 2: STL and SRL of the Pentium, the serial port's time included as printed."""
        rows = []
        for entry in reference:
            if not entry["value"]:
                continue
            sending = entry["quantity"] == "STL"
            sender, receiver = ("pentium", "486") if sending else ("486", "pentium")
            run = name("1", sender, receiver, entry["protocol"].lower())
            pairs = [(row, mark) for row, mark in zip(self.packets(run, OUT), self.marks(run)) if row["payload_octets"] == entry["bytes"]]
            known, seen = self.values(pairs, self.chain.names[0] if sending else self.chain.names[-1])
            rows.append(self.average("Table 2", entry["quantity"], f"{entry['protocol']} {entry['bytes']} B", entry, known, seen))
        return rows

    def table3(self, reference: Sequence[dict[str, str]]) -> list[Row]:
        """Table 3: SEL, from the server's RxUTOPIA to its TxUTOPIA."""
        rows = []
        for entry in reference:
            if not entry["value"]:
                continue
            server = "pentium" if entry["host"] == "pentium133" else "486"
            client = "486" if server == "pentium" else "pentium"
            run = name("3", client, server, entry["protocol"].lower())
            requests, replies, marks = self.packets(run, OUT), self.packets(run, BACK), self.marks(run)
            pick = [i for i, row in enumerate(requests) if row["payload_octets"] == entry["bytes"]]
            known = [(float(replies[i]["tx_soc"]) - float(requests[i]["rx_soc"])) / 1000 for i in pick]
            seen = [(marks[i]["server_out"] - marks[i]["server_in"]) / 1000 for i in pick]
            rows.append(self.average("Table 3", "SEL", f"{server} {entry['protocol']} {entry['bytes']} B", entry, known, seen))
        return rows

    def consistency(self) -> list[Consistency]:
        """Experiment 3's aggregates against the parts of experiments 1 and 2."""
        found = []
        for client, server in DIRECTIONS:
            for what, whole, part, ends in ((f"{client} PCI to {server} RxUTOPIA", ("client_out", "server_in"), "1", ("2", "6")),
                                            (f"{server} TxUTOPIA to {client} RxUTOPIA", ("server_out", "client_in"), "2", ("5", "6"))):
                found.append(Consistency(what, self.mean_gap("3", client, server, *whole), self.mean_gap(part, client, server, *ends)))
        return found

    def mean_gap(self, experiment: str, client: str, server: str, begin: str, end: str) -> float:
        return statistics.fmean((m[end] - m[begin]) / 1000 for protocol in SIZES for m in self.marks(name(experiment, client, server, protocol)))
