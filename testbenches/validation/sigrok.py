"""sigrok's protocol decoders: what sigrok-cli reads from the pins of our waveforms is what pci.csv
and the captures say, and it reads a waveform of another simulator.
"""
import csv
import functools
import pathlib
import re
import shutil
import tempfile

from capture_blocks import read
from common import check_all, niclab, run, settings, skip
from decoded import CELL, decode
from foreign import MAP, foreign_waveform

if not shutil.which("sigrok-cli"):
    skip("sigrok-cli is not installed (scripts/setup.sh --with-tools)")
UNTIL_US = 1000


@functools.cache
def made(folder):
    niclab("run", "echo", "--runs", 1, "--vcd", folder / "w.fst", "--vcd-to", UNTIL_US, "--pcap", folder / "w.pcapng", "--pcap-taps", "cells",
           "--out", folder / "out", "--quiet")
    niclab("check", folder / "w.fst", "--sigrok", folder / "wires")
    with open(folder / "out/pci.csv", newline="") as f:
        return list(csv.DictReader(f))


def transactions_are_those_of_pci_csv(folder):
    rows = made(folder)
    for bus in ("client", "server"):
        decoded = decode(folder / f"wires/{bus}.pci.vcd", "pci", "transaction")
        assert len(decoded) > 100, len(decoded)
        wanted = [r for r in rows if r["bus"] == bus][:len(decoded)]
        for (at, words), r in zip(decoded, wanted, strict=True):
            said = f"{r['command']} {r['address']}, {r['dwords']} dwords, {r['clocks']} clocks, {r['end']}"
            assert words.lower() == said.lower(), (words, said)
            assert abs(at - float(r["time_ns"])) <= 1, (at, r["time_ns"])
        left = [r for r in rows if r["bus"] == bus][len(decoded):]
        assert not left or float(left[0]["time_ns"]) > UNTIL_US * 1000 - 2000
        print(f"{bus}: {len(decoded)} transactions as in pci.csv")


def cells_are_those_of_the_capture(folder):
    made(folder)
    captured = [p.octets for p in read(folder / "w.pcapng")[2] if p.interface == "client_to_server cells" and p.ns < UNTIL_US * 1000 - 5000]
    for wires, direction in (("client.nic.utopia_tx", "tx"), ("server.nic.utopia_rx", "rx")):
        cells = [tuple(CELL.match(words).groups())
                 for _, words in decode(folder / f"wires/{wires}.vcd", f"utopia:direction={direction}", "cell")]
        for (vpi, vci, pti, clp, payload), octets in zip(cells, captured, strict=False):
            header = int(vpi) << 20 | int(vci) << 4 | int(pti) << 1 | int(clp)
            assert header.to_bytes(4, "big") == octets[:4] and bytes.fromhex(payload) == octets[5:], (wires, octets)
        assert len(cells) >= len(captured) > 0, (len(cells), len(captured))
        assert not decode(folder / f"wires/{wires}.vcd", f"utopia:direction={direction}", "error")
        print(f"{wires}: {len(cells)} cells as captured")


def wide_wires_and_octet_level(folder):
    run("stream", "--vcd", folder / "wide.vcd", "--vcd-to", 400, *settings(workload__count=2, pci__width=64, nic__pci__width=64,
                                                                           nic__utopia__width=16, nic__utopia__handshake="octet"),
        folder=folder / "wide_out")
    (folder / "wide.toml").write_text("".join(f'[utopia.{d}]\nscope = "client.nic.utopia_{d}"\ndirection = "{d}"\nhandshake = "octet"\n'
                                              for d in ("tx", "rx")) + '[pci.bus]\nscope = "client.pci"\n')
    niclab("check", folder / "wide.vcd", "--map", folder / "wide.toml", "--sigrok", folder / "wide")
    with open(folder / "wide_out/pci.csv", newline="") as f:
        rows = [r for r in csv.DictReader(f) if r["bus"] == "client"]
    decoded = decode(folder / "wide/bus.vcd", "pci", "transaction")
    assert len(decoded) > 20 and [int(re.search(r"(\d+) dwords", words).group(1)) for _, words in decoded] == \
        [int(r["dwords"]) for r in rows[:len(decoded)]]
    cells = decode(folder / "wide/tx.vcd", "utopia:direction=tx:width=16:handshake=octet", "cell:null")
    assert len(cells) > 90 and not decode(folder / "wide/tx.vcd", "utopia:direction=tx:width=16:handshake=octet", "error")


def another_simulators_waveform(folder):
    """Icarus Verilog wrote it, as FST; the dwords are those of testbenches/validation/foreign_bus.v."""
    if not (wave := foreign_waveform(folder, "foreign.fst")):
        return print("iverilog is not installed")
    (folder / "map.toml").write_text(MAP)
    niclab("check", wave, "--map", folder / "map.toml", "--sigrok", folder / "foreign")
    decoded = [words for _, words in decode(folder / "foreign/board.vcd", "pci", "transaction")]
    print("\n".join(decoded))
    assert [re.sub(r", \d+ clocks", "", words) for words in decoded] == [
        "config read 0x00010000, 1 dwords, disconnect_with_data", "config write 0x00010010, 1 dwords, disconnect_with_data",
        "config write 0x00010004, 1 dwords, disconnect_with_data", "memory write 0x40000020, 3 dwords, complete",
        "memory read 0x40000020, 3 dwords, complete"], decoded
    data = [words for _, words in decode(folder / "foreign/board.vcd", "pci", "dword")]
    assert data == ["00011234", "40000000", "00000002", *["01020304", "02030405", "03040506"] * 2], data


with tempfile.TemporaryDirectory() as temporary:
    check_all((transactions_are_those_of_pci_csv, cells_are_those_of_the_capture, wide_wires_and_octet_level, another_simulators_waveform),
              pathlib.Path(temporary))
