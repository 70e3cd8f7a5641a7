"""Ethernet cards in hosts around a switch: packets, spans and ledgers that are exact, the time in
the switch by its names, rules at each port.
"""
import collections
import csv
import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile

from common import check_all, niclab, run, settings, wave_ids

INSIDE = ("switch.transit", "switch.queue")
WAYS = ("ann_to_server", "server_to_ann", "ben_to_server", "server_to_ben")


def chains_of(folder):
    with open(folder / "attribution.csv", newline="") as f:
        spans = list(csv.DictReader(f))
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def moments(row):
    names = list(row)
    return [float(row[m]) for m in names[names.index("send_call"):names.index("delivered") + 1] if row[m]]


def frames(results):
    return {line["direction"]: line for line in results["ledger"] if line["unit"] == "frames"}


def all_balances(results):
    assert all(line["balances"] and not line["in_flight"] for line in results["ledger"]), results["ledger"]
    for name, check in results["checks"].items():
        assert check["checked"] > 0 and not check["violations_seen"], (name, check)
    assert set(frames(results)) == set(WAYS), frames(results)


def every_packet_comes_and_its_spans_add_up(folder):
    """To the femtosecond, with the time in the switch among them; a card's moments stay those of
    the two cards.
    """
    results, rows = run("switched", folder=folder)
    all_balances(results)
    assert len(rows) == 3 * (2 * 2 * 4 + 2 * 20) and {row["status"] for row in rows} == {"ok"}, len(rows)
    chains = chains_of(folder)
    for row in rows:
        chain, times = chains[row["direction"], row["run"], row["pdu"]], moments(row)
        assert times == sorted(times) and all(a["end_ns"] == b["begin_ns"] for a, b in zip(chain, chain[1:])), row
        assert abs(sum(int(s["duration_fs"]) for s in chain) * 1e-6 - (times[-1] - times[0])) < 0.002, row
        inside = {s["id"]: int(s["duration_fs"]) for s in chain if s["id"] in INSIDE}
        assert inside["switch.transit"] == 10_000_000_000, inside  # the whole of it, of each packet
        wires = [int(s["duration_fs"]) * 1e-6 for s in chain if s["id"].startswith("wire.")]
        octets = 8 + max(64, 14 + int(row["sdu_octets"]) + 4)
        slow, fast = octets * 800, octets * 80
        wanted = (slow, fast) if row["direction"].endswith("to_server") else (fast, slow)
        assert len(wires) == 2 and all(0 < got - bits * (1 - 128e-6) < 1300 for got, bits in zip(wires, wanted)), (wires, wanted)
    assert any(s["id"] == "switch.queue" for chain in chains.values() for s in chain), "nobody waited in a queue"
    waits = {s["cause"] for key, chain in chains.items() if key[0] == "server_to_ben" for s in chain if s["id"].startswith("switch_port")}
    assert "deferral: ben" in waits, waits


def a_group_floods_where_nobody_entered_it(folder):
    """Others hear it then, and count it as not for them; what is told of the two hosts is the same
    kind of packet.
    """
    entered, _ = run("switched", "--runs", 1, folder=folder / "entered")
    flooded, rows = run("switched", "--runs", 1, *settings(switch__hub__groups='"flooded"'), folder=folder / "flooded")
    all_balances(flooded)
    assert {row["status"] for row in rows} == {"ok"}
    # A 3C595 that receives groups receives all: its driver drops those of others. An Am79C970A
    # filters them by their hash.
    heard = {name: (results["counters"]["ann.nic.board.chip.frames_received"], results["counters"]["ben.nic.board.chip.address_mismatches"])
             for name, results in (("entered", entered), ("flooded", flooded))}
    frames_of_others = sum(frames(entered)[way]["sent"] for way in ("ben_to_server", "server_to_ben"))
    assert heard["entered"][1] == 0 < heard["flooded"][1] and heard["flooded"][0] - heard["entered"][0] > frames_of_others / 2, heard
    assert flooded["counters"]["hub.flooded"] == flooded["counters"]["hub.frames"] > 0 == entered["counters"]["hub.flooded"]


def a_queue_that_fills_loses_what_it_says(folder):
    """100 Mb/s into 10: a port of two places; each frame that is missing is one that found it full."""
    results, rows = run("switched", "--runs", 1, *settings(switch__hub__queue_frames=2), folder=folder)
    all_balances(results)
    back = frames(results)["server_to_ben"]
    assert 0 < back["dropped"]["queue_full"] == back["sent"] - back["delivered"] == results["counters"]["hub_port2.queue_full"], back
    lost = [row for row in rows if row["status"] == "lost"]
    assert len(lost) == back["dropped"]["queue_full"] and {row["direction"] for row in lost} == {"server_to_ben"}, lost


def the_line_that_is_full_is_the_limit(folder):
    """Ben's cable carries a stream both ways, one signal at a time; the server's carries a tenth of
    it in a pair of wires each way.
    """
    results, _ = run("switched", "--runs", 1, *settings(flow__fills__count=100, run__limit='"1 s"'), folder=folder)
    for way in ("ben_to_server", "server_to_ben"):
        assert results["throughput"][way]["limit"].startswith("the limit is the line of ben, "), results["throughput"][way]
    busy = {line: results["counters"][line + ".busy_ns"] for line in
            ("ben_to_server.line.ben", "server_to_ben.line.ben", "ben_to_server.line.server", "server_to_ben.line.server")}
    assert busy["ben_to_server.line.ben"] == busy["server_to_ben.line.ben"] > 5 * busy["server_to_ben.line.server"] > 0, busy
    assert busy["ben_to_server.line.server"] != busy["server_to_ben.line.server"], busy


def each_port_is_held_against_csma(folder):
    """Six MACs: three of cards, three of ports; attempts of all are counted, in half duplex with
    the collisions of both.
    """
    results, _ = run("switched", "--runs", 1, *settings(host__server__nic__etherlink__speed='"10 Mb/s"', host__server__nic__etherlink__duplex='"half"',
                     link__link2__cable='"10BASE-T"'), folder=folder)
    all_balances(results)
    attempts = sum(n for name, n in results["counters"].items() if name.endswith(".transmitter.attempts"))
    assert results["checks"]["csma"]["checked"] == attempts, (results["checks"]["csma"], attempts)
    assert results["counters"]["hub_port2.mac.transmitter.collisions"] > 0


def each_way_is_captured_by_itself(folder):
    results, _ = run("switched", "--runs", 1, "--pcap", folder / "frames.pcapng", folder=folder)
    sent = sum(line["delivered"] for line in frames(results).values())
    if not shutil.which("tshark"):
        return
    read = ["tshark", "-r", folder / "frames.pcapng", "-o", "eth.check_fcs:TRUE"]
    shown = subprocess.run([*read, "-T", "fields", "-e", "eth.fcs.status", "-e", "frame.interface_name"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(shown) == sent and {line.split("\t")[0] for line in shown} == {"1"}, (len(shown), sent)
    assert {line.split("\t")[1] for line in shown} == {f"{way} frames" for way in WAYS}, shown[:4]
    expert = subprocess.run([*read, "-Y", "_ws.expert.severity >= error or _ws.malformed"], capture_output=True, text=True, check=True).stdout
    assert not expert, expert


def rises(path):
    """Of a waveform, how often each wire of one bit becomes 1, by its full name."""
    header, _, changes = path.read_text().partition("$enddefinitions")
    became = collections.Counter(re.findall(r"^1(\S+)$", changes, re.M))
    return {name: became[ident] for name, ident in wave_ids(header.splitlines()).items()}


def ports_are_in_waveforms(folder):
    """What a card drives of a cable its port senses, and a port counts the frames that its wires show."""
    results, _ = run("switched", "--runs", 1, "--vcd", folder / "w.vcd", folder=folder)
    rose = rises(folder / "w.vcd")
    for port in (1, 2, 3):
        sent = results["counters"][f"hub_port{port}.mac.transmitter.attempts"]
        assert sent > 0 and rose[f"hub_port{port}.mac.TXEN"] == sent, (port, sent, rose)
    assert rose["hub_port3.mac.RXDV"] == rose["server.nic.mac.TXEN"], rose  # full duplex: nothing else is on that cable


def same_bytes_twice(folder):
    for name in ("one", "two"):
        run("switched", "--runs", 1, folder=folder / name)
    for file in ("pdus.csv", "attribution.csv"):
        assert (folder / "one" / file).read_bytes() == (folder / "two" / file).read_bytes(), file


def bad_input(folder):
    text = pathlib.Path(__file__).parents[1].joinpath("experiments/switched.toml").read_text()
    for old, new, said in (('"hub:2"', '"hub:1"', "has another link"), ('"hub:2"', '"hub:0"', "a port from 1 to 64"), ('"hub:2"', '"hob:2"', "unknown host 'hob'"),
                           ('name = "hub"', 'name = "ann"', "the name of a host"), ('card = "am79c970a"', 'card = "idt77901"', "expected a card for Ethernet"),
                           ('kind = "ethernet"', 'kind = "atm"', "ethernet"),
                           ('"hub:2"]', '"hub:2"]\nrepeater = true', "a repeater between"), ('ends = ["ben", "hub:2"]', 'ends = ["ben:1", "hub:2"]', "has one card")):
        assert text.count(old) == 1, old
        (folder / "bad.toml").write_text(text.replace(old, new))
        error = niclab("run", folder / "bad.toml", expect=2).stderr
        assert said in error and error.count("\n") == 1, error


with tempfile.TemporaryDirectory() as temporary:
    check_all((every_packet_comes_and_its_spans_add_up, a_group_floods_where_nobody_entered_it, a_queue_that_fills_loses_what_it_says,
               the_line_that_is_full_is_the_limit, each_port_is_held_against_csma, each_way_is_captured_by_itself,
               ports_are_in_waveforms, same_bytes_twice, bad_input), pathlib.Path(temporary))
