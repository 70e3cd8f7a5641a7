"""Ethernet cards in hosts: packets, stages and ledgers that are exact, deferral and back-off by
their names, rules held, bad input, compare.
"""
import csv
import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile

from card_frames import EISA, FIRST_WITH_LISTS, ISA, LANTIC, LISTS, MASTER, all_is_well, pair, spans_add_up
from common import bytes_of, check_all, named, niclab, run, settings

CARDS = ("am79c970a", "rtl8029", "3c595", *ISA, *EISA)
# What an AT/LANTIC shares with an NE2000 and a WD8013, and a card on EISA with its like elsewhere,
# those have tried.
PAIRS = (*zip(CARDS, CARDS), *itertools.combinations((c for c in CARDS if c not in EISA), 2), *zip(LANTIC, LANTIC), LANTIC, (MASTER, MASTER),
         (MASTER, "3c595"), ("am79c970a", MASTER), (LISTS, LISTS), ("am79c970a", LISTS), FIRST_WITH_LISTS, EISA, ("3c597", "3c595"), ("3c579", "3c509"))
FAST = {"line__cable": '"100BASE-TX"', **{f"{host}__nic__etherlink__speed": '"100 Mb/s"' for host in ("client", "server")}}
GIGABIT = {"line__cable": '"1000BASE-T"'}
ERROR = 0x800000  # a severity of tshark
HUB = {"line__cable": '"10BASE-T"', "line__length": '"100 m"', "line__repeater": "true"}
FULL = {f"{host}__nic__etherlink__duplex": '"full"' for host in ("client", "server")}


def echo(client, server, folder):
    results, rows = run("ethernet_echo", "--runs", 3, *pair(client, server), folder=folder)
    all_is_well(results, rows, 6)
    spans_add_up(folder, rows)


def the_wire_takes_what_the_frame_is_long(card, mbps, others, folder):
    """From the first bit of the preamble to the end of carrier: header, frame and FCS bit by bit,
    and what cable and transceivers take; 128 ppm are two oscillators and their rounding.
    """
    results, rows = run("ethernet_transmit", "--runs", 2, *pair(card), *settings(**others), folder=folder)
    all_is_well(results, rows, 12)
    spans_add_up(folder, rows)
    for row in rows:
        octets = max(64, 14 + int(row["sdu_octets"]) + 4)
        wire = float(row["last_bit"]) - float(row["first_bit"])
        bits = 8 * (8 + octets)
        assert 0 < wire - bits * 1e3 / mbps * (1 - 128e-6) < 800, (octets, wire)


def a_repeater_delays_a_frame(card, folder):
    """By three bits until it sends, by what it looks for behind the SFD, by its own oscillator;
    with that cable on either side, and nothing else.
    """
    alone, apart = HUB | {"line__repeater": "false"}, []
    for name, keys in (("alone", alone), ("hub", HUB)):
        results, rows = run("ethernet_transmit", "--runs", 4, *pair(card), *settings(**keys), folder=folder / name)
        all_is_well(results, rows, 24)
        spans_add_up(folder / name, rows)
        apart.append([float(row["last_bit"]) - float(row["first_bit"]) for row in rows])
    assert results["counters"]["client_line_server.repeater.frames"] == 24
    for behind, before in zip(apart[1], apart[0]):
        assert 565 + 300 < behind - before < 565 + 1500, behind - before


def both_directions_over_a_repeater(card, folder):
    counters = both_directions(card, folder, HUB, runs=4)["counters"]
    frames, collisions = (counters[f"client_line_server.repeater.{what}"] for what in ("frames", "collisions"))
    attempts = sum(counters[f"{host}.nic.board.mac.transmitter.collisions"] for host in ("client", "server"))
    assert collisions > 0 and attempts == 2 * collisions and frames == 160 + collisions, (frames, collisions, attempts)


def whole_as_at_its_pins(folder):
    for card in ("am79c970a", "rtl8029", "3c509"):
        for links in ("signal", "transaction"):
            run("stream", "--runs", 2, *pair(card), *settings(workload__count=8, **HUB), "--fidelity", links, folder=folder / card / links)
        pins, whole = (bytes_of(folder / card / links) for links in ("signal", "transaction"))
        assert pins == whole, [name for name in pins if pins[name] != whole[name]]


def both_directions(card, folder, line=None, runs=2):
    """Two stations that always have a frame: who waits for whom, collisions and back-off are told,
    and nothing is lost of a few.
    """
    results, rows = run("stream", "--runs", runs, *pair(card), *settings(workload__count=20, **line or {}), folder=folder)
    assert all(line["balances"] for line in results["ledger"])
    assert not any(check["violations_seen"] for check in results["checks"].values())
    chains = spans_add_up(folder, [row for row in rows if row["status"] == "ok"])
    found = {span["id"] for chain in chains.values() for span in chain}
    assert {f"medium_access.{what}" for what in ("deferral", "gap", "collided", "backoff")} <= found, sorted(found)
    behind = {span["cause"] for chain in chains.values() for span in chain if span["id"] == "medium_access.deferral"}
    assert behind == {"deferral: client", "deferral: server"}, behind
    collisions = results["counters"]["client.nic.board.mac.transmitter.collisions"]
    assert collisions == sum(s["id"] == "medium_access.collided" for k, c in chains.items() if k[0] == "client_to_server" for s in c)
    return results


def pins_are_in_the_waveform(folder):
    niclab("run", "ethernet_echo", "--runs", 1, "--vcd", folder / "w.vcd", "--out", folder / "out")
    text = (folder / "w.vcd").read_text()
    for pin in ("TXEN", "TXD", "RXDV", "RXD", "CRS", "COL"):
        assert len(re.findall(rf"\$var wire 1 \S+ {pin} \$end", text)) == 2, pin
    assert niclab("check", folder / "w.vcd").stdout.startswith("0 violations\n")


def frames_are_captured(folder):
    """As each MAC received them: as many as the ledger says, all with a good FCS, their packets'
    octets as sent; tshark has nothing to say.
    """
    for keys in (pair("am79c970a"), pair("rtl8029"), [*pair("3c595"), *settings(**FAST, **FULL)]):
        results, _ = run("ethernet_echo", "--runs", 5, *keys, "--pcap", folder / "frames.pcapng", folder=folder)
        sent = sum(line["delivered"] for line in results["ledger"] if line["unit"] == "frames")
        if not shutil.which("tshark"):
            continue
        fields = [word for name in ("eth.fcs.status", "llc.dsap", "ip.proto", "frame.interface_name", "_ws.expert.severity", "frame.protocols") for word in ("-e", name)]
        shown = subprocess.run(["tshark", "-r", folder / "frames.pcapng", "-o", "eth.check_fcs:TRUE", "-T", "fields", *fields],
                               capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(shown) == sent == 10, (len(shown), sent)
        frames = [line.split("\t") for line in shown]
        assert {tuple(frame[:3]) for frame in frames} == {("1", "0xaa", "6")}, shown
        assert {frame[3] for frame in frames} == {"client_to_server frames", "server_to_client frames"}, shown
        severities = [int(severity) for frame in frames for severity in frame[4].split(",") if severity]
        assert all(severity < ERROR for severity in severities) and not any("_ws.malformed" in frame[5] for frame in frames), shown
    refused = niclab("run", "ethernet_echo", "--pcap", folder / "none.pcapng", "--pcap-taps", "pdus", "--out", folder / "none", expect=2).stderr
    assert "expected frames" in refused and refused.count("\n") == 1 and not (folder / "none.pcapng").exists(), refused


def same_bytes_twice(folder):
    for name in ("one", "two"):
        run("ethernet_echo", "--runs", 2, folder=folder / name)
    assert (folder / "one/pdus.csv").read_bytes() == (folder / "two/pdus.csv").read_bytes()


def each_way_has_a_pair_of_its_own(folder):
    """In full duplex nobody waits for carrier and nothing collides; the processor that moves each
    frame is the limit, and is named.
    """
    results, rows = run("fast_ethernet", folder=folder)
    assert all(line["balances"] for line in results["ledger"]) and not any(c["violations_seen"] for c in results["checks"].values())
    found = {s["id"] for chain in spans_add_up(folder, [row for row in rows if row["status"] == "ok"]).values() for s in chain}
    assert "medium_access.gap" in found and not {f"medium_access.{w}" for w in ("deferral", "collided", "backoff")} & found, sorted(found)
    for way in ("client_to_server", "server_to_client"):
        told = results["throughput"][way]
        assert 40 < told["mbps"] < 70 and "the processor of " in told["limit"] and "at its card's registers" in told["limit"], told


def at_1000_mbps_the_bus_is_the_limit(folder):
    """Twice the clock of the bus, twice the throughput; the line could carry more."""
    mbps = {}
    for clock in (33, 66):
        results, rows = run("gigabit", *settings(**{f"{host}__pci__clock": f'"{clock} MHz"' for host in ("client", "server")}), folder=folder / str(clock))
        all_is_well(results, rows, 200)
        spans_add_up(folder / str(clock), rows)
        mbps[clock] = [results["throughput"][way]["mbps"] for way in ("client_to_server", "server_to_client")]
    assert all(250 < told < 500 for told in mbps[33]) and all(1.8 < b / a < 2.05 for a, b in zip(mbps[33], mbps[66])), mbps
    moderated, rows = run("gigabit", *settings(server__driver__interrupt_interval='"200 us"'), folder=folder / "moderated")
    all_is_well(moderated, rows, 200)
    interrupts = [r["counters"]["server.nic.board.chip.interrupts"] for r in (results, moderated)]
    assert 4 * interrupts[1] < interrupts[0], interrupts


def a_ring_that_fills(folder):
    """A driver that comes late finds the ring of an RTL8029 full: what is lost has its cause, the
    rest arrives, and the card goes on.
    """
    results, rows = run("stream", *pair("rtl8029"), *settings(server__host__interrupt_us=30000, run__limit='"3 s"'), folder=folder)
    assert all(line["balances"] for line in results["ledger"]), results["ledger"]
    frames = next(line for line in results["ledger"] if line["unit"] == "frames" and line["direction"] == "client_to_server")
    assert frames["dropped"]["no_buffer"] > 10 and frames["delivered"] > 10 and not frames["in_flight"], frames
    assert results["counters"]["server.host.driver.ring_full_events"] > 0 and not any(c["violations_seen"] for c in results["checks"].values())
    back = [row for row in rows if row["direction"] == "server_to_client"]
    assert len(back) == 60 and {row["status"] for row in back} == {"ok"}, "what the server sends meanwhile arrives"


def bad_input(_):
    lances, threes = pair("am79c970a"), pair("3c595")
    for words, said in (([*lances, *settings(workload__sizes="[1473]")], "1500"), (settings(client__card="am79c970a"), "same line"),
                        ([*lances, *settings(line__length='"200 m"')], "185"), ([*lances, *settings(line__cable='"10BASE2T"')], "10BASE5"),
                        ([*lances, *settings(client__driver__tx_ring=12)], "power of two"),
                        ([*pair("rtl8029"), *settings(client__driver__data_port='"octet"')], "dword"),
                        ([*threes, *settings(**FAST | {"line__repeater": "true"})], "expected 10 Mb/s and half duplex"),
                        ([*threes, *settings(client__driver__start_octets=30)], "multiple of 4"),
                        ([*threes, *settings(client__nic__etherlink__speed='"100 Mb/s"')], "same line"),
                        ([*threes, *settings(**{**FAST, "line__cable": '"10BASE2"'})], "100BASE-TX"),
                        ([*pair("82540em"), *settings(line__cable='"100BASE-TX"')], "1000BASE-T"),
                        ([*pair("82540em"), *settings(**GIGABIT, client__driver__tx_ring=12)], "multiple of 8"),
                        ([*pair("ne2000"), *settings(client__nic__dp8390__port=776)], "multiple of 32"),
                        ([*pair("ne2000"), *settings(client__nic__dp8390__irq=16)], "from 3 to 15"),
                        ([*pair("ne2000"), *settings(client__nic__dp8390__irq=13)], "expected one of 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15"),
                        ([*pair("3c509"), *settings(client__nic__etherlink__port=777)], "multiple of 16"),
                        ([*pair("3c509"), *settings(client__nic__etherlink__irq=4)], "9, 10, 11, 12, 15"),
                        ([*pair("3c597"), *settings(client__nic__etherlink__irq=4)], "9, 10, 11, 12, 15"),
                        ([*pair("3c579"), *settings(client__nic__etherlink__port=768)], "port"),
                        ([*pair("3c579"), *settings(client__nic__etherlink__speed='"100 Mb/s"')], "speed"),
                        ([*pair("wd8013"), *settings(client__nic__dp8390__irq=6)], "3, 4, 5, 7, 9, 10, 11, 15"),
                        ([*pair("wd8013"), *settings(client__driver__memory=0xD1000)], "multiple of 16384"),
                        ([*pair("wd8013"), *settings(client__driver__data_port='"dword"')], "data_port"),
                        ([*pair("at_lantic"), *settings(client__nic__dp8390__port=608)], "640"),
                        ([*pair("at_lantic"), *settings(client__nic__dp8390__irq=7)], "3, 4, 5, 9, 10, 11, 12, 15"),
                        ([*pair("at_lantic_shared"), *settings(client__nic__dp8390__remote_read_clocks=7)], "remote_read_clocks"),
                        ([*pair("at1500"), *settings(client__nic__lance__port=0x310)], "multiple of 32"),
                        ([*pair("at1500"), *settings(client__nic__lance__dma_channel='"4"')], "dma_channel"),
                        (settings(client__cards='["3c597", "3c579"]'), "two cards for the EISA bus"),
                        ([*lances, *settings(line__rate='"155.52 Mb/s"')], "line.rate")):
        error = niclab("run", "transmit", *words, expect=2).stderr
        assert said in error and error.count("\n") == 1, error


def beside_an_atm_card(folder):
    """Of the usual sizes those that an Ethernet frame carries; it is said which are left out, and why."""
    text = " ".join(niclab("compare", "echo", "ethernet_echo", "--seeds", 2, "--runs", 4, "--sizes", "40,1500,4096,9180", "--out", folder / "compare").stdout.split())
    assert "ethernet_echo against echo:" in text and "From driver to driver" in text, text
    assert "No throughput with 4096, 9180 octets: ethernet_echo can send 1500 in a packet." in text, text
    assert "ethernet_echo and echo have no stage of a card in common." in text and "nothing of the kind with echo" in text, text
    with open(folder / "compare/rows.csv", newline="") as f:
        told = list(csv.DictReader(f))
    moved = [float(row["mean"]) for row in told if row["measure"] == "PCI octets a payload octet"]
    assert len(moved) == 2 and all(1 < octets < 2 for octets in moved), moved
    rows = {(row["measure"], row["letter"]): float(row["mean"]) for row in told if row["group"] == "throughput"}
    assert set(rows) == {(f"{octets} octets", letter) for octets in (40, 1500) for letter in "AB"}, rows
    assert all(0 < rows[f"{octets} octets", "B"] < 10 < rows[f"{octets} octets", "A"] for octets in (40, 1500)), rows
    refused = niclab("compare", "echo", "ethernet_echo", "--sizes", "4096", "--out", folder / "none", expect=2).stderr
    assert refused.startswith("niclab") and "expected a size up to 1500 octets" in refused and refused.count("\n") == 1, refused


with tempfile.TemporaryDirectory() as temporary:
    check_all((*(named(f"echo_{a}_{b}", echo, a, b) for a, b in PAIRS),
               *(named(f"wire_{card}", the_wire_takes_what_the_frame_is_long, card, 10, {}) for card in (*CARDS, LISTS)),
               *(named(f"wire_100_{card}", the_wire_takes_what_the_frame_is_long, card, 100, FAST) for card in ("3c595", "3c597", LISTS)),
               named("wire_1000", the_wire_takes_what_the_frame_is_long, "82540em", 1000, GIGABIT),
               named("wire_100_full", the_wire_takes_what_the_frame_is_long, "3c595", 100, FAST | FULL),
               *(named(f"both_directions_{card}", both_directions, card) for card in (*CARDS, LISTS)),
               *(named(f"repeater_{card}", a_repeater_delays_a_frame, card) for card in ("am79c970a", "3c509")),
               *(named(f"both_over_a_repeater_{card}", both_directions_over_a_repeater, card) for card in ("am79c970a", "rtl8029")), whole_as_at_its_pins,
               each_way_has_a_pair_of_its_own, at_1000_mbps_the_bus_is_the_limit, a_ring_that_fills,
               pins_are_in_the_waveform, frames_are_captured, same_bytes_twice, bad_input, beside_an_atm_card), pathlib.Path(temporary))
