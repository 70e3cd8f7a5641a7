"""Novell's AN-880: PERFORM3 with seven cards in the PCs and eleven in the server, every MAC bit by
bit on one cable.

Each size of files, 1 to 10 KiB, is read for a while; a row is the mean of the ten. The cards are
defined in `an880_cards.toml` with the rows they were fitted to. Cards that are the same class share
a run.
"""
import math
import pathlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence

from niclab import files
from niclab.results import Json
from niclab.runs.engine import results_of
from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan, claim, percent

CARDS = pathlib.Path(__file__).with_name("an880_cards.toml")
ALONE, FIVE = "perform3_alone", "perform3"
SETTLE, MEASURE = "10 ms", "1 s"  # of each size
SIZES = list(range(1, 11))
THROUGHPUT = {"Figure 3": 3.0, "Figure 4": 5.0, "Figure 5": 5.0}  # percent of a held row
CPU, SPEARMAN = 8.0, 0.95
MASTERS, SHARED, PORTS = ("plx_sonic", "ne3200", "sonic_at"), ("smc_elite", "atlantic_shared", "hp_ethertwist"), ("ne2000", "atlantic_io", "intel_etherxpress")
# Clocks of the bus between two I/O commands; commands to memory have none. EISA machines have such
# a delay (Compaq, EP 0426183: "Programmable input/output delay between accesses"). Its length is
# not known: 3.5 are the least of a later bridge, Intel's PIIX (README of oerg866/isawait).
# *Assumed*.
RECOVERY_CLOCKS, BCLK_NS = 3.5, 120
RECOVERING = ("recovering", "ne2000", "plx_sonic")  # in the place of how many clients, and their cards
WITHOUT_HOSTS = ("without hosts", "plx_sonic", "plx_sonic")  # the same: nothing between two frames but the cable and its rules
FIGURES = {"an880_fig3": "Figure 3", "an880_fig4": "Figure 4", "an880_fig5_6": "Figure 5"}


def settings(reader: str, keeper: str) -> dict[str, object]:
    """Keys of a run with these cards in the PCs and in the server."""
    cards = tomllib.loads(CARDS.read_text(encoding="utf-8"))
    found: dict[str, object] = {"reads.warm_up": SETTLE, "reads.measure": MEASURE, "reads.file_kib": SIZES}
    found |= {f"defaults.host.{key}": value for key, value in cards[reader].get("reader", {}).items()}
    return found | {f"host.server.{key}": value for key, value in cards[keeper].get("keeper", {}).items()}


def recovering() -> dict[str, object]:
    """The reader's bridge lets a port recover: that takes longer than what its CPU does between two words."""
    return settings(*RECOVERING[1:]) | {f"defaults.host.card.{way}.between": f"{RECOVERY_CLOCKS * BCLK_NS:g} ns" for way in ("in", "out")}


def without_hosts() -> dict[str, object]:
    """Neither PC nor server need any time."""
    none = {"defaults.host.file_client": ("read", "receive", "pause"), "host.server.file_server": ("before_reply", "after_reply")}
    found = settings(*WITHOUT_HOSTS[1:]) | {f"{table}.{key}": "0 ns" for table, keys in none.items() for key in keys}
    return found | {"defaults.host.card.class": "plx_sonic", "defaults.host.file_client.jitter": 0, "reads.file_kib": [max(SIZES)]}


def name_of(experiment: str, keys: Mapping[str, object], known: dict[str, str]) -> str:
    """Equal runs have one name: that of who asked first."""
    return known.setdefault(f"{experiment} {sorted(keys.items(), key=str)}", f"run{len(known)}")


def published(data: pathlib.Path) -> list[dict[str, str]]:
    """Throughput and CPU of all figures, in one spelling."""
    found = []
    for file, figure in FIGURES.items():
        for row in files.rows(data / f"{file}.csv"):
            if row["quantity"] in ("avg_throughput", "cpu_utilisation"):
                keeper = "plx_sonic" if row["server_card"] == "sonic_eisa_plx" else row["server_card"]
                found.append({**row, "figure": figure, "server_card": keeper})
    return found


def simulated(niclab: str, rows: Iterable[dict[str, str]], out: pathlib.Path, *, whole: bool) -> tuple[dict[tuple[str, str, str], Json], list[str]]:
    """`reads` of results.json by clients, reader and server card; and runs in which something does
    not add up. `whole`: RECOVERING and WITHOUT_HOSTS, too.
    """
    plan, known, runs = Plan(niclab), dict[str, str](), dict[tuple[str, str, str], str]()
    for row in rows:
        experiment = ALONE if row["clients"] == "1" else FIVE
        keys = settings(row["client_card"], row["server_card"])
        runs[row["clients"], row["client_card"], row["server_card"]] = plan.add(name_of(experiment, keys, known), experiment, keys)
    if whole:
        runs[RECOVERING] = plan.add("recovering", ALONE, recovering())
        runs[WITHOUT_HOSTS] = plan.add("without_hosts", ALONE, without_hosts())
    _, results = results_of(list(plan.points.values()), out, unwanted=("frames.csv", "cable.csv"))
    wrong = [name for name, r in results.items() if not all(s["balances"] for s in r["segment"]["stations"]) or not r["segment"]["sums_exact"]
             or r["checks"]["csma"]["violations_seen"]]
    return {key: results[name]["segment"]["reads"] for key, name in runs.items()}, wrong


def ranks(values: Mapping[str, float]) -> dict[str, float]:
    """From the largest on; those that are equal share their mean rank."""
    order = sorted(values, key=lambda card: -values[card])
    places: dict[float, list[int]] = {}
    for place, card in enumerate(order):
        places.setdefault(round(values[card], 2), []).append(place)
    return {card: sum(found) / len(found) for card in order for found in [places[round(values[card], 2)]]}


def spearman(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    a, b = ranks(one), ranks(other)
    mean = (len(a) - 1) / 2
    both = math.fsum((a[card] - mean) * (b[card] - mean) for card in a)
    return both / math.sqrt(math.fsum((v - mean) ** 2 for v in a.values()) * math.fsum((v - mean) ** 2 for v in b.values()))


def value_rows(rows: Sequence[dict[str, str]], found: Mapping[tuple[str, str, str], Json]) -> list[Row]:
    made = []
    for row in rows:
        reads, cpu = found[row["clients"], row["client_card"], row["server_card"]], row["quantity"] == "cpu_utilisation"
        value = float(row["value"])
        card = row["server_card"] if row["figure"] == "Figure 5" else row["client_card"]
        made.append(Row(row["figure"], "cpu" if cpu else "throughput", card, "%" if cpu else "KB/s", row["split"], value, None,
                        float(reads["cpu_percent"] if cpu else reads["kbytes_s"]), percent(value, CPU if cpu else THROUGHPUT[row["figure"]])))
    return made


def of(rows: Iterable[Row], table: str, quantity: str = "throughput", *, known: bool = True) -> dict[str, float]:
    return {r.what: r.known if known else r.published for r in rows if (r.table, r.quantity) == (table, quantity)}


def merit(rows: Sequence[Row], *, known: bool) -> dict[str, float]:
    """Figure 6: KB/s a percent of the server's CPU."""
    rate, cpu = of(rows, "Figure 5", known=known), of(rows, "Figure 5", "cpu", known=known)
    return {card: rate[card] / cpu[card] for card in rate}


def claims(rows: Sequence[Row], recovers_kbytes_s: float) -> list[Row]:
    """`recovers_kbytes_s`: of RECOVERING."""
    alone, five, rate, cpu = of(rows, "Figure 3"), of(rows, "Figure 4"), of(rows, "Figure 5"), of(rows, "Figure 5", "cpu")
    spread = [100 * (max(v.values()) / min(v.values()) - 1) for v in (alone, five)]
    rank = spearman(merit(rows, known=False), merit(rows, known=True))
    order = max(cpu[c] for c in MASTERS) < min(cpu[c] for c in SHARED) and max(cpu[c] for c in SHARED) < min(cpu[c] for c in PORTS)
    low = sorted(rate, key=lambda card: rate[card]).index("ne3200") < len(rate) / 2 and min(cpu, key=lambda card: cpu[card]) in ("ne3200", "plx_sonic")
    return [claim("an880", "Q10", f"spread of single clients collapses with five ({spread[0]:.0f} to {spread[1]:.1f} %)", spread[1] < 3 < spread[0], False),
            claim("an880", "Q11", "bus master < shared memory < programmed I/O in server CPU, three cards each; "
                  "Mylex' EISA memory and 3Com's FIFO lie outside that order, as published",
                  order, False),
            claim("an880", "Q12", "NE3200 lowest CPU but low throughput (its firmware is not known: it is a bus master like the PLX)", low, False),
            claim("an880", "Q13", f"EISA hosts penalise I/O-mapped cards (an NE2000 alone reads {recovers_kbytes_s:.0f} in place of {alone['ne2000']:.0f} KB/s where "
                  f"its bridge lets I/O commands recover for {RECOVERY_CLOCKS} clocks, assumed; memory needs none)",
                  recovers_kbytes_s < alone["ne2000"] * (1 - THROUGHPUT["Figure 3"] / 100), False),
            Row("Figure 6", "rank", "of throughput a CPU percent", "Spearman", "hold", 1.0, None, rank, 1 - SPEARMAN)]


def ideal(data: pathlib.Path, kbytes_s: float) -> list[Row]:
    """What the paper computes, computed again: octets at 1.25 a microsecond, preambles, gaps. And
    simulated, `kbytes_s`, which the paper's sum leaves eight octets of FCS out of, and the rest of
    NCP's request.
    """
    of_paper = {row["quantity"]: row for row in files.rows(data / "an880_perform3_ideal.csv")}
    octets = sum(int(of_paper[part]["bytes"]) for part in ("read_request", "read_reply", "preamble"))
    us = octets / 1.25 + (int(of_paper["preamble"]["count"]) - 1) * int(of_paper["preamble"]["bytes"]) / 1.25 + int(of_paper["interframe_gap"]["count"]) * 9.6
    total, rate = float(of_paper["total"]["value"]), 1089.36
    return [Row("ideal", "exchange", "two frames", "us", "exact", total, None, us, 1e-6),
            Row("ideal", "throughput", "without hosts", "KB/s", "exact", rate, None, 1.024e6 / us, 0.005),
            Row("ideal", "exchange", "simulated: FCS, whole requests, a cable", "us", "hold", total, None, 1.024e6 / kbytes_s),
            Row("ideal", "throughput", "simulated", "KB/s", "hold", rate, None, kbytes_s)]


def compared(niclab: str, data: pathlib.Path, out: pathlib.Path, part: str = "") -> tuple[list[Row], list[str]]:
    """Every published row next to the simulated one, of one figure or all; and runs with a sum that
    is not balanced.
    """
    rows = [row for row in published(data) if part in ("", row["figure"].lower().replace(" ", ""))]
    found, wrong = simulated(niclab, rows, out, whole=not part)
    made = value_rows(rows, found)
    return (made if part else ideal(data, float(found[WITHOUT_HOSTS]["kbytes_s"])) + made + claims(made, float(found[RECOVERING]["kbytes_s"]))), wrong
