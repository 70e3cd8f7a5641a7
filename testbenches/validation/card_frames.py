"""What checks of Ethernet cards in hosts share: two hosts with such a card each, on which bus it
is, rows and spans of its frames.
"""
import csv
import itertools

from common import settings

LANTIC = ("at_lantic", "at_lantic_shared")
ISA = ("ne2000", "3c509", "wd8013", "at1500")
EISA = ("3c597", "3c579")
MASTER = "3c595_master"
LISTS = "3c905b"
FIRST_WITH_LISTS = ("3c905", "3c905c")  # the first of them, and the last
PCIE = ("82540em_pcie", "82574l")


def pair(client, server=""):
    return settings(client__card=client, server__card=server or client)


def bus_of(card):
    return "isa" if card in ISA + LANTIC else "eisa" if card in EISA else "pcie" if card in PCIE else "pci"


def moments(row):
    """Those of the packet's own way: two cards in one experiment have columns that the other leaves empty."""
    names = list(row)
    return [float(row[m]) for m in names[names.index("send_call"):names.index("delivered") + 1] if row[m]]


def all_is_well(results, rows, wanted):
    assert len(rows) == wanted and {row["status"] for row in rows} == {"ok"}, len(rows)
    for line in results["ledger"]:
        assert line["balances"] and not line["in_flight"] and line["sent"] == line["delivered"], line
    for name, check in results["checks"].items():
        assert check["checked"] > 0 and not check["violations_seen"], (name, check)
    buses = {bus_of(results["config"][host]["card"]) for host in ("client", "server")}
    assert {"csma", "payload", "ledger", *buses} == set(results["checks"]), sorted(results["checks"])


def spans_of(folder):
    with open(folder / "attribution.csv", newline="") as f:
        spans = list(csv.DictReader(f))
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def spans_add_up(folder, rows):
    chains = spans_of(folder)
    for row in rows:
        times = moments(row)
        assert times == sorted(times) and len(times) == 7, row
        chain = chains[row["direction"], row["run"], row["pdu"]]
        assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(chain, chain[1:])), "a gap"
        whole = sum(int(s["duration_fs"]) for s in chain)
        assert abs(whole * 1e-6 - (times[-1] - times[0])) < 0.002, "the spans do not sum to the whole"
    return chains
