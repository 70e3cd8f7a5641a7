"""niclab check over what other programs write of one bus: the table of docs/howto/checkers.md.

    waveform_tools.py NICLAB             compares it with the page; missing programs are skipped, and named
    waveform_tools.py NICLAB --write     writes it there
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from common import ROOT, niclab
from wave_pattern import changes, header, lines
from wave_sources import systemc, verilog, vhdl

PAGE = ROOT / "docs/howto/checkers.md"
MARKS = ("<!-- tools: begin, made by testbenches/validation/waveform_tools.py -->", "<!-- tools: end -->")
# What each column is called in the sources, and in the table.
CONSTRUCTS = {"bus": "vectors", "slot": "generate scope", "rising": "ascending", "lower": "small letters", "single": "single wires",
              "weak": "pull-ups (H)", "pause": "`$dumpoff`"}


def execute(folder, *command):
    subprocess.run([str(word) for word in command], cwd=folder, check=True, capture_output=True, timeout=600)


def icarus(folder):
    (folder / "bus.v").write_text(verilog())
    execute(folder, "iverilog", "-g2005", "-o", "bus.vvp", "bus.v")
    for name, *arguments in (("icarus.vcd",), ("icarus_pause.vcd", "+pause"), ("icarus.fst", "-fst"), ("icarus_pause.fst", "-fst", "+pause")):
        execute(folder, "vvp", "bus.vvp", *arguments)
        (folder / "w.vcd").rename(folder / name)
    return {"Icarus, VCD": "icarus.vcd", "Icarus, FST": "icarus.fst"}


def verilator(folder):
    (folder / "bus.v").write_text(verilog())
    for trace, form in (("--trace", "vcd"), ("--trace-fst", "fst")):
        made = f"verilated_{form}"
        execute(folder, "verilator", "--binary", trace, "-Wno-fatal", "--top-module", "tb", "-Mdir", made, "bus.v")
        for name, *arguments in ((f"verilator.{form}",), (f"verilator_pause.{form}", "+pause")):
            execute(folder, f"{made}/Vtb", *arguments)
            (folder / "w.vcd").rename(folder / name)
    return {"Verilator, VCD": "verilator.vcd", "Verilator, FST": "verilator.fst"}


def ghdl(folder):
    (folder / "tb.vhd").write_text(vhdl())
    execute(folder, "ghdl", "-a", "--std=08", "tb.vhd")
    execute(folder, "ghdl", "-e", "--std=08", "tb")
    execute(folder, "ghdl", "-r", "--std=08", "tb", "--vcd=ghdl.vcd")
    execute(folder, "ghdl", "-r", "--std=08", "tb", "--fst=ghdl.fst")
    made = {"GHDL, VCD": "ghdl.vcd", "GHDL, FST": "ghdl.fst"}
    if shutil.which("vcd2fst"):
        execute(folder, "vcd2fst", "ghdl.vcd", "converted.fst")
        made["GHDL, VCD through vcd2fst"] = "converted.fst"
    return made


def system_c(folder):
    (folder / "bus.cpp").write_text(systemc())
    execute(folder, "g++", "-O0", "-std=c++17", "bus.cpp", "-o", "bus", "-lsystemc")
    execute(folder, "./bus")
    (folder / "w.vcd").rename(folder / "systemc.vcd")
    return {"SystemC `sc_trace`": "systemc.vcd"}


def sigrok(folder):
    """Wires of this bus through sigrok-cli, which writes a line before the header."""
    (folder / "own.vcd").write_text(header() + lines(changes()))
    niclab("check", folder / "own.vcd", "--sigrok", folder / "wires")
    execute(folder, "sigrok-cli", "-I", "vcd", "-i", "wires/tb.vcd", "-O", "vcd", "-o", "sigrok.vcd")
    refused = niclab("check", folder / "sigrok.vcd", expect=2).stderr
    octets = re.search(r"'META': .* remove them with tail -c \+(\d+)\n", refused)
    assert octets, refused
    (folder / "sigrok.vcd").write_bytes((folder / "sigrok.vcd").read_bytes()[int(octets.group(1)) - 1:])
    return {"niclab `--sigrok`": "wires/tb.vcd", "sigrok-cli `-O vcd`, its first line removed": "sigrok.vcd"}


PROGRAMS = {"iverilog": icarus, "verilator": verilator, "ghdl": ghdl, "g++": system_c, "sigrok-cli": sigrok}


def said_of(said, construct):
    """The cell of a construct; nothing: the file has none."""
    names = r"(?:[\w.]*\.)?(?:plain|bus|tb|libsigrok)" if construct == "bus" else rf"[\w.]*?{construct}(?:[\[(]0[\])])?"
    line = re.search(rf"^{names}: (.*)$", said, flags=re.M)
    if not line:
        return ""
    transactions = re.match(r"(\d+) transactions", line.group(1))
    if not transactions:
        return "not judged"
    return "right" if transactions.group(1) == "2" else f"{transactions.group(1)} of 2"


def row(folder, tool, file):
    """The tool's row, and whether it ends with a caution."""
    done = niclab("check", folder / file, expect=(0, 2))
    said = done.stdout
    assert done.returncode == 2 or said.startswith("0 violations\n"), said
    cells = {construct: said_of(said, construct) for construct in CONSTRUCTS}
    if "single" not in cells or not cells["single"]:
        cells["single"] = "right" if re.search(r"AD from \S+ to \S+ \(32 signals\)", said) and cells["bus"] == "right" else ""
    paused = folder / file.replace(".", "_pause.")
    if paused.exists():
        cells["pause"] = said_of(niclab("check", paused, expect=(0, 2)).stdout, "bus")
    caution = re.search(r"^caution: (\w+)", said, flags=re.M)
    return f"| {tool} | " + " | ".join(cell or "-" for cell in cells.values()) + f" | {f'{caution.group(1)}' if caution else 'none'} |"


def table(folder):
    rows, missing = [], []
    for program, make in PROGRAMS.items():
        if not shutil.which(program):
            missing.append(program)
            continue
        rows += [row(folder, tool, file) for tool, file in make(folder).items()]
    head = "| written by | " + " | ".join(CONSTRUCTS.values()) + " | caution |"
    return "\n".join([head, "|---" * (len(CONSTRUCTS) + 2) + "|", *rows]), missing


with tempfile.TemporaryDirectory() as temporary:
    made, missing = table(pathlib.Path(temporary))
print(made)
text = PAGE.read_text()
begin, end = (text.index(mark) for mark in MARKS)
if "--write" in sys.argv:
    PAGE.write_text(text[:begin] + MARKS[0] + "\n" + made + "\n" + text[end:])
    sys.exit(0)
page = text[begin:end].splitlines()[1:]
unlike = [line for line in made.splitlines() if line not in page]
assert not unlike, "not in docs/howto/checkers.md: " + "\n".join(unlike)
if missing:
    print(f"without {', '.join(missing)}: not installed")
