"""Ethernet cards in hosts: packets, stages and ledgers that are exact, deferral and back-off by their names, rules held, bad input, compare."""
import csv
import itertools
import pathlib
import re
import tempfile

from common import check_all, niclab, run, settings

MOMENTS = ("send_call", "taken", "offered", "first_bit", "last_bit", "in_memory", "delivered")
BIT_NS = 100


def all_is_well(results, rows, wanted):
    assert len(rows) == wanted and {row["status"] for row in rows} == {"ok"}, len(rows)
    for line in results["ledger"]:
        assert line["balances"] and not line["in_flight"] and line["sent"] == line["delivered"], line
    for name, check in results["checks"].items():
        assert check["checked"] > 0 and not check["violations_seen"], (name, check)
    assert {"pci", "csma", "payload", "ledger"} <= set(results["checks"]), sorted(results["checks"])


def spans_of(folder):
    with open(folder / "attribution.csv", newline="") as f:
        spans = list(csv.DictReader(f))
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def spans_add_up(folder, rows):
    chains = spans_of(folder)
    for row in rows:
        times = [float(row[m]) for m in MOMENTS]
        assert times == sorted(times), row
        chain = chains[row["direction"], row["run"], row["pdu"]]
        assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(chain, chain[1:])), "a gap"
        whole = sum(int(s["duration_fs"]) for s in chain)
        assert abs(whole * 1e-6 - (times[-1] - times[0])) < 0.002, "the spans do not sum to the whole"
    return chains


def echo(folder):
    results, rows = run("ethernet_echo", "--runs", 3, folder=folder)
    all_is_well(results, rows, 6)
    spans_add_up(folder, rows)


def the_wire_takes_what_the_frame_is_long(folder):
    """From the first bit of the preamble to the end of carrier: header, frame and FCS bit by bit, and what cable and transceivers take; 128 ppm
    are two oscillators and their rounding."""
    results, rows = run("ethernet_transmit", "--runs", 2, folder=folder)
    all_is_well(results, rows, 12)
    spans_add_up(folder, rows)
    for row in rows:
        octets = max(64, 14 + int(row["sdu_octets"]) + 4)
        wire = float(row["last_bit"]) - float(row["first_bit"])
        bits = 8 * (8 + octets)
        assert 0 < wire - bits * BIT_NS * (1 - 128e-6) < 800, (octets, wire)


def both_directions(folder):
    """Two stations that always have a frame: who waits for whom, collisions and back-off are told, and nothing is lost of a few."""
    results, rows = run("stream", "--runs", 4, *settings(client__card="am79c970a", server__card="am79c970a", workload__count=20), folder=folder)
    assert all(line["balances"] for line in results["ledger"])
    assert not any(check["violations_seen"] for check in results["checks"].values())
    chains = spans_add_up(folder, [row for row in rows if row["status"] == "ok"])
    found = {span["id"] for chain in chains.values() for span in chain}
    assert {f"medium_access.{what}" for what in ("deferral", "gap", "collided", "backoff")} <= found, sorted(found)
    behind = {span["cause"] for chain in chains.values() for span in chain if span["id"] == "medium_access.deferral"}
    assert behind == {"deferral: client", "deferral: server"}, behind
    collisions = results["counters"]["client.nic.board.mac.transmitter.collisions"]
    assert collisions == sum(s["id"] == "medium_access.collided" for k, c in chains.items() if k[0] == "client_to_server" for s in c)


def pins_are_in_the_waveform(folder):
    niclab("run", "ethernet_echo", "--runs", 1, "--vcd", folder / "w.vcd", "--out", folder / "out")
    text = (folder / "w.vcd").read_text()
    for pin in ("TXEN", "TXD", "RXDV", "RXD", "CRS", "COL"):
        assert len(re.findall(rf"\$var wire 1 \S+ {pin} \$end", text)) == 2, pin
    assert niclab("check", folder / "w.vcd").stdout.endswith("0 violations\n")


def same_bytes_twice(folder):
    for name in ("one", "two"):
        run("ethernet_echo", "--runs", 2, folder=folder / name)
    assert (folder / "one/pdus.csv").read_bytes() == (folder / "two/pdus.csv").read_bytes()


def bad_input(_):
    pair = settings(client__card="am79c970a", server__card="am79c970a")
    for words, said in (([*pair, *settings(workload__sizes="[1473]")], "1500"), (settings(client__card="am79c970a"), "same line"),
                        ([*pair, *settings(line__length='"200 m"')], "185"), ([*pair, *settings(line__cable='"10BASE2T"')], "10BASE5"),
                        ([*pair, *settings(client__driver__tx_ring=12)], "power of two"),
                        ([*pair, *settings(line__rate='"155.52 Mb/s"')], "line.rate")):
        error = niclab("run", "transmit", *words, expect=2).stderr
        assert said in error and error.count("\n") == 1, error


def beside_an_atm_card(folder):
    """Of the usual sizes those that an Ethernet frame carries; it is said which are left out, and why."""
    text = " ".join(niclab("compare", "echo", "ethernet_echo", "--seeds", 2, "--sizes", "40,1500,4096,9180", "--out", folder / "compare").stdout.split())
    assert "ethernet_echo against echo:" in text and "From driver to driver" in text, text
    assert "No throughput with 4096, 9180 octets: ethernet_echo can send 1500 in a packet." in text, text
    with open(folder / "compare/rows.csv", newline="") as f:
        rows = {(row["measure"], row["letter"]): float(row["mean"]) for row in csv.DictReader(f) if row["group"] == "throughput"}
    assert set(rows) == {(f"{octets} octets", letter) for octets in (40, 1500) for letter in "AB"}, rows
    assert all(0 < rows[f"{octets} octets", "B"] < 10 < rows[f"{octets} octets", "A"] for octets in (40, 1500)), rows
    refused = niclab("compare", "echo", "ethernet_echo", "--sizes", "4096", "--out", folder / "none", expect=2).stderr
    assert refused.startswith("niclab") and "some size up to 1500 octets wanted" in refused and refused.count("\n") == 1, refused


with tempfile.TemporaryDirectory() as temporary:
    check_all((echo, the_wire_takes_what_the_frame_is_long, both_directions, pins_are_in_the_waveform, same_bytes_twice, bad_input,
               beside_an_atm_card), pathlib.Path(temporary))
