"""niclab check: our waveforms pass, through other tools' hands and under other names; spoilt ones
do not.
"""
import pathlib
import re
import shutil
import subprocess
import tempfile

from check_waveform_spoilt import one_bit
from common import ROOT, check_all, niclab, run, settings

MAP = """\
[pci.board]
CLK = "tb.clk"
RST_n = "tb.rst"
AD = "tb.ad"
CBE_n = "tb.cbe"
PAR = "tb.par"
FRAME_n = "tb.frame"
IRDY_n = "tb.irdy"
TRDY_n = "tb.trdy"
DEVSEL_n = "tb.devsel"
STOP_n = "tb.stop"
first_data_clocks = 32  # one of the targets is a host bridge
"""


def renamed(text):
    """A waveform of one bus as another simulator might write it: one scope, other names,
    nanoseconds lost to none.
    """
    names = {"CLK": "clk", "RST_n": "rst", "AD": "ad", "CBE_n": "cbe", "PAR": "par", "FRAME_n": "frame", "IRDY_n": "irdy",
             "TRDY_n": "trdy", "DEVSEL_n": "devsel", "STOP_n": "stop"}
    header, body = text.split("$enddefinitions", 1)
    ids, lines = set(), ["$timescale 1ps $end", "$scope module tb $end"]
    for bits, ident, name in re.findall(r"\$var wire (\d+) (\S+) (\w+)", header):
        if name in names and names[name] is not None:
            ids.add(ident)
            lines.append(f"$var wire {bits} {ident} {names[name]} $end")
            names[name] = None  # of the first bus only
    kept = [line for line in body.splitlines()
            if line[:1] == "#" or (line.split(" ")[-1] if " " in line else line[1:]) in ids]
    return "\n".join(lines + ["$upscope $end", "$enddefinitions $end"] + kept) + "\n"


def transactions_in(folder):
    return int(re.search(r"client\.pci: (\d+)", niclab("check", folder / "w.vcd").stdout).group(1))


def our_own(folder):
    run("echo", "--runs", "1", "--vcd", folder / "w.vcd")
    done = niclab("check", folder / "w.vcd")
    print(done.stdout)
    assert "client.pci: " in done.stdout and done.stdout.startswith("0 violations\n")
    transactions = int(re.search(r"client\.pci: (\d+)", done.stdout).group(1))
    assert transactions > 300


def through_gtkwaves_library(folder):
    if shutil.which("vcd2fst") and shutil.which("fst2vcd"):  # written by GTKWave's library
        subprocess.run(["vcd2fst", folder / "w.vcd", folder / "w.fst"], check=True, capture_output=True)
        with open(folder / "again.vcd", "wb") as f:
            subprocess.run(["fst2vcd", folder / "w.fst"], check=True, stdout=f)
        again = niclab("check", folder / "again.vcd").stdout
        assert f"client.pci: {transactions_in(folder)} " in again and again.startswith("0 violations\n"), again


def under_other_names(folder):
    (folder / "other.vcd").write_text(renamed((folder / "w.vcd").read_text()))
    (folder / "map.toml").write_text(MAP)
    other = niclab("check", folder / "other.vcd", "--map", folder / "map.toml").stdout
    print(other)
    assert f"board: {transactions_in(folder)} " in other and other.startswith("0 violations\n")


def wide_ones_and_octet_level(folder):
    """A bus of 64 bits and a UTOPIA of 16 are known by their names and widths; a handshake at octet
    level must be told.
    """
    run("stream", "--vcd", folder / "wide.vcd", *settings(workload__count=2, pci__width=64, nic__pci__width=64, nic__utopia__width=16))
    wide = niclab("check", folder / "wide.vcd").stdout
    assert wide.startswith("0 violations\n"), wide
    run("stream", "--vcd", folder / "octet.vcd", *settings(workload__count=2, nic__utopia__handshake="octet"))
    (folder / "octet.toml").write_text("".join(f'[utopia.{d}]\nscope = "client.nic.utopia_{d}"\ndirection = "{d}"\nhandshake = "octet"\n'
                                               for d in ("tx", "rx")))
    assert niclab("check", folder / "octet.vcd", "--map", folder / "octet.toml").stdout.startswith("0 violations\n")


def one_wrong_bit(folder):
    (folder / "bad.vcd").write_text(one_bit((folder / "w.vcd").read_text()))
    bad = niclab("check", folder / "bad.vcd", expect=1).stdout
    print(bad)
    assert re.search(r"bad\.vcd:\d+\.\d+ ns: P18: ", bad)


def spoilt_files(folder):
    text = (folder / "w.vcd").read_text()
    (folder / "other.vcd").write_text(renamed(text))
    (folder / "typo.toml").write_text(MAP.replace("tb.frame", "tb.frmae"))
    typo = niclab("check", folder / "other.vcd", "--map", folder / "typo.toml", expect=2).stderr
    assert re.search(r"typo\.toml:7:11: pci\.board\.FRAME_n = \"tb\.frmae\": not in the waveform \(did you mean \"tb\.frame\"", typo), typo
    (folder / "many.toml").write_text(f'[pci.board]\nscope = "client.pci"\nmasters = {[f"m{k}" for k in range(40)]}\n'.replace("'", '"'))
    many = niclab("check", folder / "w.vcd", "--map", folder / "many.toml", expect=2).stderr
    assert re.search(r"masters.*: 40 agents; expected at most \d+, one per bit of REQ_n", many), many
    (folder / "none.vcd").write_text("")
    assert "none.vcd: an empty file; expected a VCD or an FST" in niclab("check", folder / "none.vcd", expect=2).stderr
    times = [match.end() for match in re.finditer(r"^#\d+$", text, re.M)]
    (folder / "cut.vcd").write_text(text[:times[-1] - 1])  # the last time lacks a digit
    assert re.search(r"cut\.vcd:\d+:1: the file ends in a time; expected a complete file", niclab("check", folder / "cut.vcd", expect=2).stderr)
    (folder / "cut.vcd").write_text(text[:300])
    assert re.search(r"cut\.vcd:\d+:\d+: the file ends", niclab("check", folder / "cut.vcd", expect=2).stderr)
    (folder / "spoilt.vcd").write_text(text.replace("\n#", "\n#x", 40).replace("\n#x", "\n#", 39))
    spoilt = niclab("check", folder / "spoilt.vcd", expect=2).stderr
    assert re.search(r"spoilt\.vcd:\d+:1: '#x", spoilt), spoilt
    for arguments in (["none.vcd"], [ROOT / "README.md"], [folder / "w.vcd", "--map", "none.toml"]):
        refused = niclab("check", *arguments, expect=2).stderr
        print(refused.strip())
        assert refused.count("\n") == 1


def without_m66en(folder):
    niclab("run", "echo", "--runs", 1, "--set", "pci.clock=66 MHz", "--set", "nic.pci.capable_66mhz=true", "--vcd", folder / "fast.vcd",
           "--vcd-to", 60, "--out", folder / "fast")
    fast = niclab("check", folder / "fast.vcd").stdout  # it has no M66EN: an absent signal cannot break a rule
    assert fast.startswith("0 violations\n"), fast


with tempfile.TemporaryDirectory() as temporary:
    check_all((our_own, through_gtkwaves_library, under_other_names, wide_ones_and_octet_level, one_wrong_bit, spoilt_files, without_m66en),
              pathlib.Path(temporary))
