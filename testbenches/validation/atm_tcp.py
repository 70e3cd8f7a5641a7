"""TCP over ATM cards at their signals: rules of buses, UTOPIA, lines and PDUs, and waveforms that
other programs read.
"""
import csv
import json
import pathlib
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


check_all([rules_of_buses_and_lines_are_checked, waveforms_show_cards_and_change_nothing])
