#!/usr/bin/env bash
# Versions: migen 0.10.0, Icarus Verilog 11.0 (Debian 11.0-1.1+b1).
# Expected: Verilog of migen computes what its simulation computes: an expression has all bits of its value, so
# that a sum of two octets has nine bits and their difference has a sign.
# Observed: the simulation does so, and Verilog keeps eight bits. The mean of 200 and 100 is 150 in the simulation
# and 22 in Verilog, a sum that is limited to 255 is 255 and 44, and 100 - 200 is below 5 in the simulation only.
# Hurts: designs of migen and LiteX pass their tests. In hardware saturating counters wrap, means are too low, and a
# queue with a negative number of free words accepts frames.
. "$(dirname "$0")/common.sh"

python_packages migen==0.10.0
debian_packages iverilog=11.0-1.1+b1
cat >design.py <<'CODE'
from migen import If, Module, Signal, run_simulation
from migen.fhdl import verilog

NAMES = "left right mean limited below"


class Design(Module):
    """A mean, a sum that is limited to 255, and a comparison of a difference with 5."""

    def __init__(self):
        widths = dict.fromkeys(NAMES.split(), 8) | {"below": 1}
        self.ports = {name: Signal(width, name_override=name) for name, width in widths.items()}
        left, right, mean, limited, below = self.ports.values()
        self.comb += [
            mean.eq((left + right) >> 1),
            If(left + right > 255, limited.eq(255)).Else(limited.eq(left + right)),
            below.eq(left - right < 5),
        ]


def stimulus(ports):
    for left, right in (20, 10), (200, 100), (100, 200):
        yield ports["left"].eq(left)
        yield ports["right"].eq(right)
        yield
        print((yield ports["mean"]), (yield ports["limited"]), (yield ports["below"]))


design = Design()
run_simulation(design, stimulus(design.ports))
design = Design()
verilog.convert(design, set(design.ports.values()), name="adder").write("adder.v")
CODE
python design.py >simulation.txt
cat >test.v <<'CODE'
module test;
    reg [7:0] left, right;
    wire [7:0] mean, limited;
    wire below;
    adder adder (.left(left), .right(right), .mean(mean), .limited(limited), .below(below));
    task show(input [7:0] x, input [7:0] y);
        begin
            left = x; right = y;
            #1 $display("%0d %0d %0d", mean, limited, below);
        end
    endtask
    initial begin
        show(20, 10);
        show(200, 100);
        show(100, 200);
    end
endmodule
CODE
iverilog -g2005 -o test.vvp adder.v test.v
bounded 20 vvp test.vvp >verilog.txt

expect "mean, limited sum and comparison for 20 and 10, simulation" "15 30 0" "$(sed -n 1p simulation.txt)"
expect "the same, Verilog" "15 30 0" "$(sed -n 1p verilog.txt)"
expect "for 200 and 100, simulation" "150 255 0" "$(sed -n 2p simulation.txt)"
expect "the same, Verilog (150 255 0)" "22 44 0" "$(sed -n 2p verilog.txt)"
expect "for 100 and 200, simulation" "150 255 1" "$(sed -n 3p simulation.txt)"
expect "the same, Verilog (150 255 1)" "22 44 0" "$(sed -n 3p verilog.txt)"
finish
