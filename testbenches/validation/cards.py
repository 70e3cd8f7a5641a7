"""Every ATM card of niclab, against itself and against the reference card. Checks: all modes and
protocols, verified octets, a balanced ledger, silent checkers. Programmed I/O and DMA appear as
such on PCI. Overload has named causes.
"""
import csv
import pathlib
import tempfile
import tomllib

from common import ROOT, cells, check_all, listed, named, niclab, run, settings

PACKET_CARDS = ("eni155p_like", "pca200e_like", "pio_fifo")
ENGINES = ("nicstar", "packet")  # ethernet_cards.py and pcie_cards.py have the others


def engine_of(card):
    file = next((ROOT / "models/cards").glob(f"*/{card}.toml"))
    return tomllib.loads(file.read_text()).get("engine", "nicstar")


def names():
    return [card for card in listed("cards") if engine_of(card) in ENGINES]


def check(results, wanted):
    for line in results["ledger"]:
        if line["sent"]:
            assert line["sent"] == line["delivered"] and not line["in_flight"], line
    sent = sum(line["sent"] for line in results["ledger"] if line["unit"] == "pdus")
    assert sent == wanted, (sent, wanted)
    for name, one in results["checks"].items():
        assert one["checked"] > 0 and not one["violations"], (name, one)


def stages_sum(rows):
    moments = ("send_call", "tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered")
    for row in rows:
        times = [float(row[m]) for m in moments]
        assert times == sorted(times), row


def modes(card):
    for mode, protocol, factor in (("transmit", "raw", 1), ("echo", "tcp", 2), ("stream", "udp", 2)):
        results, rows = run(mode, *settings(client__card=card, server__card=card, workload__protocol=protocol,
                                            workload__sizes="[1,3000]", workload__count=2, run__runs=1))
        check(results, 4 * factor)
        stages_sum(rows)


def longest(card):
    results, rows = run("echo", *settings(client__card=card, server__card="idt77901", workload__protocol="raw",
                                          workload__encapsulation="raw", workload__sizes="[65535]", run__runs=1))
    check(results, 2)
    stages_sum(rows)


def attribution_is_exact(card):
    with tempfile.TemporaryDirectory() as folder:
        _, rows = run("echo", *settings(client__card=card, server__card=card, run__runs=2), folder=folder)
        with open(pathlib.Path(folder) / "attribution.csv", newline="") as f:
            spans = list(csv.DictReader(f))
        assert any(span["resource"] == "packet memory" for span in spans)
        for row in rows:
            mine = [s for s in spans if all(s[k] == row[k] for k in ("run", "pdu", "direction"))]
            assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(mine, mine[1:])), row
            total = sum(int(span["duration_fs"]) for span in mine)
            assert abs(total * 1e-6 - (float(row["delivered"]) - float(row["send_call"]))) < 0.002, row


def bus_use():
    """A card without DMA never asks for the bus, and the host of one with DMA never touches payload."""
    for card in PACKET_CARDS:
        results, _ = run("transmit", *settings(client__card=card, server__card=card, workload__sizes="[9000]",
                                               run__runs=1))
        counters = results["counters"]
        by_dma = counters["client.nic.initiator.dwords"] + counters["server.nic.initiator.dwords"]
        payload = 9000 // 4
        if card == "pio_fifo":
            assert by_dma == 0, by_dma
            assert counters["client.nic.sar.window_writes"] > payload < counters["server.nic.sar.window_reads"]
        else:
            assert by_dma > 2 * payload, by_dma
            assert counters["client.nic.sar.window_writes"] < 100


def overload():
    """A host that reads dword by dword over a slow bus is slower than the line: cells go for want
    of packet memory.
    """
    results, _ = run("stream", *settings(server__card="pio_fifo", server__pci__clock="20 MHz", workload__sizes="[9000]",
                                         workload__count=50, run__both_directions="false"))
    line = next(entry for entry in cells(results) if entry["direction"] == "client_to_server")
    dropped = {k: v for k, v in line["dropped"].items() if v}
    assert set(dropped) == {"packet_memory_full"}, dropped
    assert line["sent"] == line["delivered"] + line["in_flight"] + sum(dropped.values()), line


def wrong_variants():
    for key, value, word in (("client.nic.sar.null_cells", "false", "packet"),
                             ("client.nic.packet.coalesce_pdus", "4", "coalesce_time above 0"),
                             ("client.nic.packet.memory_octets", "300000", "power of two"),
                             ("client.nic.packet.transmit_octets", "262144", "left")):
        said = niclab("run", "echo", "--set", "client.card=pio_fifo", "--set", f"{key}={value}", expect=2).stderr
        assert key in said and word in said and said.count("\n") == 1, said


def all_are_listed():
    print(f"{len(CARDS)} cards: {', '.join(CARDS)}")
    assert set(PACKET_CARDS) < set(CARDS), CARDS


CARDS = names()
of_each = [named(f"{check.__name__} {card}", check, card) for card in CARDS for check in (modes, longest)]
of_packet_cards = [named(f"attribution_is_exact {card}", attribution_is_exact, card) for card in PACKET_CARDS]
check_all((all_are_listed, *of_each, *of_packet_cards, bus_use, overload, wrong_variants))
