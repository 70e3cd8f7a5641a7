#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: $monitor prints a line when a value of its list changes.
# Observed: Verilator prints lines in time steps in which the value does not change: five lines for
# two values.
# Hurts: scripts that count lines of the log count more changes than there are, and logs of a status
# bit grow with the run.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module top;
    reg clock = 0, link = 0;
    always #5 clock = ~clock;
    always @(posedge clock) if ($time > 20) link <= 1;
    initial $monitor("link %b", link);
    initial #36 $finish;
endmodule
CODE
verilog_runs top.v
expect "Icarus Verilog" "link 0,link 1" "$(paste -sd, icarus.txt)"
expect "Verilator" "link 0,link 0,link 0,link 1,link 1" "$(grep link verilator.txt | paste -sd,)"
finish
