#!/usr/bin/env python3
"""Compares what a value change in a waveform costs with niclab and with other simulators:

    testbenches/benchmark/wave_peers.py PROGRAM [--rounds 5] [--only WORD]

The cost is the CPU time (user and system) that the waveform adds to a run without it, divided by
the value changes in the VCD. The other simulators run a design of two halves with three clocks
each, counters and shift registers. A simulator that is not installed is left out. The runs without
a waveform, with VCD and with FST alternate. Printed are the medians.
"""
import argparse
import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from ratios import processor_seconds

VERILOG = """`timescale 1ns/1ps
module half(output reg pci_clk, output reg utopia_clk, output reg line_clk);
  reg [31:0] ad; reg [3:0] cbe; reg frame, irdy; reg [15:0] data; reg [7:0] octet; reg soc, enable;
  initial begin pci_clk=0; utopia_clk=0; line_clk=0; ad=1; cbe=0; frame=0; irdy=0; data=1; octet=1; soc=0; enable=0; end
  always #15 pci_clk = ~pci_clk;
  always #25 utopia_clk = ~utopia_clk;
  always #25.7 line_clk = ~line_clk;
  always @(posedge pci_clk) begin
    ad <= {ad[30:0], ad[31] ^ ad[21] ^ ad[1] ^ ad[0]}; cbe <= cbe + 1; frame <= cbe[3]; irdy <= cbe[2];
  end
  always @(posedge utopia_clk) begin data <= {data[14:0], data[15] ^ data[14] ^ data[12] ^ data[3]}; soc <= data[5]; enable <= data[9]; end
  always @(posedge line_clk) octet <= {octet[6:0], octet[7] ^ octet[5] ^ octet[4] ^ octet[3]};
endmodule
module top;
  wire a, b, c, d, e, f;
  half one(a, b, c); half two(d, e, f);
  initial begin
    if ($test$plusargs("trace")) begin $dumpfile("FILE"); $dumpvars(0, top); end
    repeat (12) #1000000;
    $finish;
  end
endmodule
"""

SYSTEMC = """#include <systemc.h>
#include <memory>
#include <string>
struct Half : sc_module {
  sc_clock pci_clk{"pci_clk", 30, SC_NS}, utopia_clk{"utopia_clk", 50, SC_NS}, line_clk{"line_clk", 51.4, SC_NS};
  sc_signal<sc_uint<32>> ad; sc_signal<sc_uint<4>> cbe; sc_signal<bool> frame, irdy, soc, enable; sc_signal<sc_uint<16>> data;
  sc_signal<sc_uint<8>> octet;
  SC_HAS_PROCESS(Half);
  explicit Half(sc_module_name n) : sc_module(n) {
    ad = 1, data = 1, octet = 1;
    SC_METHOD(on_pci); sensitive << pci_clk.posedge_event(); dont_initialize();
    SC_METHOD(on_utopia); sensitive << utopia_clk.posedge_event(); dont_initialize();
    SC_METHOD(on_line); sensitive << line_clk.posedge_event(); dont_initialize();
  }
  void on_pci() {
    const unsigned v = ad.read(), c = cbe.read();
    ad = v << 1 | ((v >> 31 ^ v >> 21 ^ v >> 1 ^ v) & 1); cbe = (c + 1) & 15; frame = c >> 3 & 1; irdy = c >> 2 & 1;
  }
  void on_utopia() {
    const unsigned v = data.read();
    data = (v << 1 | ((v >> 15 ^ v >> 14 ^ v >> 12 ^ v >> 3) & 1)) & 0xFFFF; soc = v >> 5 & 1; enable = v >> 9 & 1;
  }
  void on_line() { const unsigned v = octet.read(); octet = (v << 1 | ((v >> 7 ^ v >> 5 ^ v >> 4 ^ v >> 3) & 1)) & 0xFF; }
  void trace(sc_trace_file* f) {
    sc_trace(f, pci_clk, "pci_clk"); sc_trace(f, utopia_clk, "utopia_clk"); sc_trace(f, line_clk, "line_clk");
    sc_trace(f, ad, "ad"); sc_trace(f, cbe, "cbe"); sc_trace(f, frame, "frame"); sc_trace(f, irdy, "irdy"); sc_trace(f, soc, "soc");
    sc_trace(f, enable, "enable"); sc_trace(f, data, "data"); sc_trace(f, octet, "octet");
  }
};
int sc_main(int argc, char**) {
  Half one("one"), two("two");
  sc_trace_file* f = argc > 1 ? sc_create_vcd_trace_file("w") : nullptr;
  if (f) f->set_time_unit(1, SC_PS), one.trace(f), two.trace(f);
  sc_start(12, SC_MS);
  if (f) sc_close_vcd_trace_file(f);
  return 0;
}
"""


@dataclasses.dataclass(frozen=True)
class Peer:
    """A simulator: the command without a waveform, those with one by ending, and the waveform's name without ending."""
    name: str
    plain: list[str]
    traced: dict[str, list[str]]
    file: str = "w"


def build(folder: pathlib.Path, *words: str) -> None:
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def verilator(folder: pathlib.Path) -> Peer:
    for ending, option in (("vcd", "--trace"), ("fst", "--trace-fst")):
        (folder / f"{ending}.v").write_text(VERILOG.replace("FILE", f"w.{ending}"))
        build(folder, "verilator", "--binary", "-O3", "-CFLAGS", "-O2", "-Wno-fatal", option, "--top", "top", "--Mdir", ending, f"{ending}.v")
    return Peer("Verilator", ["vcd/Vtop"], {ending: [f"{ending}/Vtop", "+trace"] for ending in ("vcd", "fst")})


def icarus(folder: pathlib.Path) -> Peer:
    for ending in ("vcd", "fst"):
        (folder / f"{ending}.v").write_text(VERILOG.replace("FILE", f"w.{ending}"))
        build(folder, "iverilog", "-g2009", "-s", "top", "-o", f"{ending}.vvp", f"{ending}.v")
    return Peer("Icarus Verilog", ["vvp", "vcd.vvp"], {"vcd": ["vvp", "vcd.vvp", "+trace"], "fst": ["vvp", "fst.vvp", "-fst", "+trace"]})


def systemc(folder: pathlib.Path) -> Peer:
    (folder / "half.cpp").write_text(SYSTEMC)
    build(folder, "g++", "-std=c++17", "-O2", "half.cpp", "-o", "half", "-lsystemc")
    return Peer("SystemC, sc_trace", ["./half"], {"vcd": ["./half", "trace"]})


def niclab(program: str, experiment: str) -> Peer:
    run = [program, "run", experiment, "--out", "out", "--quiet"]
    return Peer(f"niclab, {experiment}", run, {ending: [*run, "--vcd", f"w.{ending}"] for ending in ("vcd", "fst")})


def cost(command: list[str], folder: pathlib.Path) -> float:
    before = processor_seconds()
    subprocess.run([str(folder / command[0]) if (folder / command[0]).is_file() else command[0], *command[1:]], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"})
    return processor_seconds() - before


def changes(vcd: pathlib.Path) -> int:
    """Lines of values after the definitions."""
    with vcd.open("rb") as file:
        for line in file:
            if line.startswith(b"$enddefinitions"):
                break
        return sum(line[:1] in b"01xzXZbr" for line in file)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="word of the names of the simulators to run")
    arguments = parser.parse_args()
    print("| simulator | changes, million | without | VCD | FST | VCD, ns per change | FST, ns per change |\n|---|---|---|---|---|---|---|")
    made = {"Verilator": ("verilator", verilator), "Icarus Verilog": ("iverilog", icarus), "SystemC, sc_trace": ("g++", systemc)}
    for experiment in ("stream", "echo"):
        made[f"niclab, {experiment}"] = (arguments.program, lambda _, e=experiment: niclab(arguments.program, e))
    with tempfile.TemporaryDirectory() as temporary:
        for number, (name, (needs, make)) in enumerate(made.items()):
            if arguments.only not in name or not shutil.which(needs):
                continue
            folder = pathlib.Path(temporary, str(number))
            folder.mkdir()
            peer = make(folder)
            costs: dict[str, list[float]] = {"": [], **{ending: [] for ending in peer.traced}}
            for _ in range(arguments.rounds):
                for ending, seen in costs.items():
                    seen.append(cost(peer.traced[ending] if ending else peer.plain, folder))
            median = {ending: statistics.median(seen) for ending, seen in costs.items()}
            count = changes(folder / f"{peer.file}.vcd")
            added = [f"{(median[e] - median['']) * 1e9 / count:.0f}" if e in median else "" for e in ("vcd", "fst")]
            seconds = [f"{median[e]:.3f} s" if e in median else "" for e in ("", "vcd", "fst")]
            print(f"| {peer.name} | {count / 1e6:.2f} | {' | '.join(seconds)} | {' | '.join(added)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
