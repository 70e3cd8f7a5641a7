"""TCP over ATM cards at their signals. Rules of buses, UTOPIA, lines and PDUs; waveforms that other
programs read; the logic analyzer. The spans of each packet sum to its time.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile

from capture_blocks import read
from common import balances, check_all, niclab, settings
from decoded import CELL, decode

HOST = """
[[host]]
name = "{}"
profile = "ppro200"
software = "linux20"
card = "pca200e_linux_like"
"""
PAIR = f"""
[run]
level = "cycle"
{HOST.format("a")}{HOST.format("b")}
[[link]]
name = "line"
ends = ["a", "b"]
delay = "20 us"

[[flow]]
name = "f"
from = "a"
to = "b"
kind = "tcp_rr"
transactions = 5
"""
# Three hosts at a switch: two send to the third, which has two connections.
STAR = f"""
[run]
level = "cycle"
{HOST.format("a")}{HOST.format("b")}{HOST.format("c")}
[[switch]]
name = "s"
ports = 3

[[link]]
ends = ["a", "s:1"]
delay = "5 us"
[[link]]
ends = ["b", "s:2"]
delay = "7 us"
[[link]]
name = "to_c"
ends = ["s:3", "c"]
delay = "20 us"

[[flow]]
from = "a"
to = "c"
kind = "ttcp"
octets = 60_000
[[flow]]
from = "b"
to = "c"
kind = "ttcp"
octets = 60_000
"""
CELL_US = 424 / 149.76
CARDS = ("idt77901", "eni155p_like", "pca200e_like", "pio_fifo")


def run(text, *more, expect=0, **keys):
    """(results, its CSV files as text) of an experiment with these keys."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "atm.toml", pathlib.Path(folder) / "out"
        file.write_text(text)
        niclab("run", file, "--quiet", "--out", out, *more, *settings(**keys), expect=expect)
        files = {p.name: p.read_text() for p in out.iterdir() if p.suffix == ".csv"}
        return json.loads((out / "results.json").read_text()), files


def cards(card):
    return {"host__a__cycle__card": card, "host__b__cycle__card": card}


def counts(files):
    """PDUs sent, cells sent and cells received of both cards."""
    rows = list(csv.DictReader(files["cards.csv"].splitlines()))
    return [sum(int(row[name]) for row in rows) for name in ("pdus_sent", "cells_sent", "cells_received")]


def rules_of_buses_and_lines_are_checked():
    for card in CARDS:
        results, files = run(PAIR, **cards(card))
        balances(results)
        checks, (pdus, sent, received) = results["checks"], counts(files)
        assert set(checks) == {"pci", "utopia", "sonet", "aal5"} and all(c["violations_seen"] == 0 for c in checks.values()), checks
        assert checks["aal5"]["checked"] == pdus > 10, (card, checks, files["cards.csv"])
        assert checks["utopia"]["checked"] >= sent + received, (card, checks, files["cards.csv"])  # some cards also send null cells
        assert min(checks["pci"]["checked"], checks["sonet"]["checked"]) > 10, checks
        unchecked, same = run(PAIR, "--no-check", **cards(card))
        assert "checks" not in unchecked and unchecked["network"] == results["network"] and same == files, card
    assert "checks" not in run(PAIR, "--no-check", run__runs=2)[0]


def packets_of(cells):
    """The packets in the payloads of AAL5, without LLC's header."""
    whole, found = b"", []
    for _, words in cells:
        _, _, pti, _, payload = CELL.match(words).groups()
        whole += bytes.fromhex(payload)
        if int(pti) & 1:
            found.append(whole[8:int.from_bytes(whole[-6:-4], "big")])
            whole = b""
    assert not whole, whole
    return found


def waveforms_show_cards_and_change_nothing():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        wave, capture = folder / "w.fst", folder / "a.pcapng"
        observed, files = run(PAIR, "--vcd", wave, "--pcap", capture, "--pcap-taps", "ip:a")
        plain, same = run(PAIR)
        assert files == same and observed["network"] == plain["network"] and observed["checks"] == plain["checks"]
        _, sent, received = counts(files)
        found = niclab("check", wave, "--sigrok", folder / "wires").stdout
        assert found.startswith("0 violations\n"), found
        seen = {line.split(": ")[0]: int(line.split(": ")[1].split()[0]) for line in found.splitlines()[1:]}
        assert sum(n for name, n in seen.items() if "utopia_tx" in name) == sent, (seen, sent)
        assert sum(n for name, n in seen.items() if "utopia_rx" in name) == received, (seen, received)
        if shutil.which("fst2vcd"):  # GTKWave's reader
            text = subprocess.run(["fst2vcd", wave], check=True, capture_output=True, text=True).stdout
            for scope in ("pci", "utopia_tx", "utopia_rx", "phy", "sram"):
                assert text.count(f"$scope module {scope} $end") == 2, scope
        if shutil.which("sigrok-cli"):
            packets = [p.octets[-int.from_bytes(p.octets[2:4], "big"):] for p in read(capture)[2]]
            both = {"tx": packets_of(decode(folder / "wires/a.nic.utopia_tx.vcd", "utopia:direction=tx", "cell")),
                    "rx": packets_of(decode(folder / "wires/a.nic.utopia_rx.vcd", "utopia:direction=rx", "cell"))}
            assert sorted(both["tx"] + both["rx"]) == sorted(packets) and len(both["tx"]) > 5, (both, packets)


def chains_of(files):
    """The spans of each packet in attribution.csv, by direction, run and number."""
    spans = csv.DictReader(files["attribution.csv"].splitlines())
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def time_of(chain, *ids):
    """Femtoseconds of the spans with these causes, or of all."""
    return sum(int(s["duration_fs"]) for s in chain if not ids or s["id"] in ids)


def sum_exactly(results, files):
    """The chains of all packets that were delivered, after a check of their times. cards.csv has the
    mean time to the first bit of each sender, counted independently.
    """
    chains = chains_of(files)
    assert len(chains) == sum(line["delivered"] for line in results["network"]["packets"]), (len(chains), results["network"]["packets"])
    to_net = {}
    for (direction, number, _), chain in chains.items():
        assert all(a["end_ns"] == b["begin_ns"] for a, b in itertools.pairwise(chain)) and all(int(s["duration_fs"]) > 0 for s in chain), chain
        whole = float(chain[-1]["end_ns"]) - float(chain[0]["begin_ns"])
        assert math.isclose(time_of(chain) * 1e-6, whole, abs_tol=1e-2), (time_of(chain), whole)
        last = max(k for k, s in enumerate(chain) if s["id"] == "net.entry")
        to_net.setdefault((number, direction.split("_to_")[0]), []).append(time_of(chain[: last + 1]) * 1e-9 - CELL_US)
    lost = any(sum(line["dropped"].values()) for line in results["network"]["packets"])
    for row in csv.DictReader(files["cards.csv"].splitlines()):
        times = to_net[row["run"], row["host"]]
        assert lost or math.isclose(sum(times) / len(times), float(row["first_cell_us"]), rel_tol=1e-4), (row, sum(times) / len(times))
    return chains


SEEN = {"tx_utopia.cell", "line.cell", "net.entry", "net.delay", "net.exit", "rx_utopia.cell", "interrupt", "program.receive"}


def spans_sum_to_the_time_of_each_packet():
    for card in CARDS:
        results, files = run(PAIR, "--attribution", **cards(card), run__runs=2)
        chains = sum_exactly(results, files)
        assert {key[0] for key in chains} == {"a_to_b", "b_to_a"} and {s["id"] for chain in chains.values() for s in chain} >= SEEN, card
        assert all(time_of(chain, "net.delay") == 20e9 and not time_of(chain, "net.switches") for chain in chains.values()), card
        plain, same = run(PAIR, **cards(card), run__runs=2)
        assert {**same, "attribution.csv": files["attribution.csv"]} == files and plain["network"] == results["network"], card
        assert "attribution" not in plain and [c for c in results["chain"]], card


def packets_pass_a_switch():
    results, files = run(STAR, "--attribution")
    chains = sum_exactly(results, files)
    delays = {"a_to_c": 25, "c_to_a": 25, "b_to_c": 27, "c_to_b": 27}
    assert {key[0] for key in chains} == set(delays), set(chains)
    assert all(time_of(chain, "net.delay") == delays[key[0]] * 1e9 for key, chain in chains.items()), delays
    waits = [time_of(chain, "net.switches") for key, chain in chains.items() if key[0] == "a_to_c"]
    assert min(waits) < 13e9 < max(waits), waits  # alone it takes 10 us of transit and the time of a cell, else cells of b are before it


def lost_packets_have_no_chain():
    for keys in ({"link__to_c__to_c__lost_pdus": "[3,4,9]"}, {"link__to_c__to_c__cell_loss": 0.005}, {"switch__s__queue_cells": 64}):
        results, files = run(STAR, "--attribution", **keys)
        balances(results)
        assert sum(results["network"]["packets"][0]["dropped"].values()) > 0, keys
        sum_exactly(results, files)


def clocks_of_idle_cards_are_stopped():
    """The delay of a long line is part of the packets' time."""
    results, files = run(PAIR, "--attribution", link__line__delay='"95 ms"')
    assert all(time_of(chain, "net.delay") == 95e12 for chain in sum_exactly(results, files).values())


def a_coarse_card_is_a_part_of_a_path():
    """Its packets have spans if the other card is at its signals; the sum is as exact."""
    keys = {"host__b__level": "coarse"}
    results, files = run(STAR, "--attribution", **keys)
    chains = chains_of(files)
    assert len(chains) == results["network"]["packets"][0]["delivered"], (len(chains), results["network"]["packets"])
    delays = {"a_to_c": 25, "c_to_a": 25, "b_to_c": 27, "c_to_b": 27}
    for (direction, _, _), chain in chains.items():
        assert all(a["end_ns"] == b["begin_ns"] for a, b in itertools.pairwise(chain)) and all(int(s["duration_fs"]) > 0 for s in chain), chain
        assert time_of(chain, "net.delay") == delays[direction] * 1e9, (direction, chain)
        ids = {s["id"] for s in chain}
        assert ("coarse_sending.card" in ids) == (direction == "b_to_c") and ("coarse_receiving.card" in ids) == (direction == "c_to_b"), (direction, ids)
        assert ("rx_utopia.cell" in ids) == (direction != "c_to_b") and ("net.entry" in ids) == (direction != "b_to_c"), (direction, ids)
    plain, same = run(STAR, **keys)
    assert {**same, "attribution.csv": files["attribution.csv"]} == files and plain["network"] == results["network"]
    for option in (["--what-if", "interrupt=0"], ["--attribution"]):
        refused = niclab_of(PAIR, *option, "--level", "coarse", expect=2).stderr
        assert f"{option[0]}: no path of a packet to or from a card at its signals with coarse cards; expected" in refused, refused


def niclab_of(text, *more, expect=0, **keys):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "atm.toml"
        file.write_text(text)
        return niclab("run", file, "--out", f"{folder}/out", *more, *settings(**keys), expect=expect)


def paths_are_drawn_and_changed():
    with tempfile.TemporaryDirectory() as folder:
        timeline = pathlib.Path(folder) / "t.json"
        _, files = run(PAIR, "--timeline", timeline)
        slices = [e for e in json.loads(timeline.read_text())["traceEvents"] if e["ph"] == "X"]
        assert len(slices) == sum(len(chain) for chain in chains_of(files).values()), len(slices)
    bridges = {f"host__{h}__cycle__bridge": "pentium133" for h in "ab"}
    text = " ".join(niclab_of(PAIR, "--what-if", "interrupt=0", **bridges).stdout.split())
    sentence = re.match(r"what if interrupt cost nothing: it takes ([\d.]+) us of a packet and way instead of ([\d.]+), and the packet ([\d.]+) us "
                        r"instead of ([\d.]+) \(host\.interrupt_us=0\)", text)
    assert sentence, text
    after, before, short, long = map(float, sentence.groups())
    assert after < before < long and short < long, text
    refused = niclab_of(PAIR, "--what-if", "sar_look_up=0", expect=2).stderr  # of another kind of card
    assert "unknown stage of this experiment" in refused and "firmware" in refused and refused.count("sar_look_up") == 1, refused


def the_terminal_has_the_largest_causes():
    """A column for each direction, as for cards without a TCP: the rows sum to the mean."""
    assert "from driver to driver" not in niclab_of(PAIR).stdout
    lines = niclab_of(PAIR, "--attribution").stdout.splitlines()
    head = next(k for k, line in enumerate(lines) if " ".join(line.split()) == "a to b b to a us, from driver to driver")
    rows = [match.groups() for line in lines[head:] if (match := re.match(r" +([\d.]+) +([\d.]+)  (\S.*)", line))]
    assert rows[0][2].startswith("mean of ") and rows[-1][2].endswith(" other causes") and len(rows) > 4, lines
    for way in (0, 1):
        assert abs(float(rows[0][way]) - sum(float(row[way]) for row in rows[1:])) < 0.05, lines


def a_packet_begins_the_window_of_a_waveform():
    """Also after a time in which the clocks were stopped: the posted descriptor is on the bus soon."""
    with tempfile.TemporaryDirectory() as folder:
        wave, keys = pathlib.Path(folder) / "w.vcd", {"link__line__delay": '"10 ms"'}
        run(PAIR, "--vcd", wave, "--vcd-from-packet", "3", "--vcd-signals", "a.nic.utopia_tx.TxSOC", **keys)
        times = [int(line[1:]) for line in wave.read_text().splitlines() if line.startswith("#")]
        soc = next(line for line in wave.read_text().splitlines() if line.startswith("$var")).split()[3]
        begins, at = [], 0
        for line in wave.read_text().split("$enddefinitions")[1].splitlines():
            at = int(line[1:]) if line.startswith("#") else at
            if line == f"1{soc}":
                begins.append(at)
        assert begins and 0 < begins[0] - times[0] < 60e6, (begins[:3], times[0])  # picoseconds


ANALYZER = """
[analyzer]
clock = "a.pci.CLK"
arm = "a"
preset = "unlimited"
order = ["begins", "ends", "done"]
[analyzer.channels]
TxSOC = "a.nic.utopia_tx.TxSOC"
RxSOC = "b.nic.utopia_rx.RxSOC"
[analyzer.patterns]
sent = "TxSOC=1"
received = "RxSOC=1"
[analyzer.states.begins]
find = "sent"
[analyzer.states.ends]
find = "received"
[analyzer.states.done]
[analyzer.intervals]
way = ["begins", "ends"]
"""


def a_logic_analyzer_measures_the_way():
    """From TxSOC of one card to RxSOC of the other: to some clocks of the bus as the spans between. An
    acquisition may begin with a cell of the packet before, so that only the longest is compared.
    """
    results, files = run(PAIR + ANALYZER, "--attribution")
    way = results["analyzer"]["intervals"][0]
    between = ("tx_utopia.cell", "phy_transmit_fifo.queue", "line.cell", "line.pipelines", "net.entry", "net.delay", "net.switches", "net.exit",
               "phy_receive_fifo.rx_utopia")
    times = [time_of(chain, *between) * 1e-9 for key, chain in chains_of(files).items() if key[0] == "a_to_b"]
    assert results["analyzer"]["acquisitions"] == len(times) > 5, (results["analyzer"], len(times))
    assert abs(way["max"] - max(times)) < 0.1, (way, times)
    assert results["network"] == run(PAIR)[0]["network"]


check_all([rules_of_buses_and_lines_are_checked, waveforms_show_cards_and_change_nothing, spans_sum_to_the_time_of_each_packet, packets_pass_a_switch,
           lost_packets_have_no_chain, clocks_of_idle_cards_are_stopped, a_coarse_card_is_a_part_of_a_path, paths_are_drawn_and_changed,
           the_terminal_has_the_largest_causes, a_packet_begins_the_window_of_a_waveform, a_logic_analyzer_measures_the_way])
