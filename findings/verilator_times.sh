#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: delays are rounded to the precision of their module, which makes 15 ns of 15.15 ns with
# 1ns/1ns. The system function $time is rounded to the nearest unit, to 2 at 1.5 ns.
# Observed: Verilator rounds a delay to the finest precision of the design, so it is 15.15 ns, and
# cuts $time, so it is 1. Icarus Verilog does as expected.
# Hurts: clocks of 33 or 66 MHz have another period in each simulator, and time stamps of packets
# differ by one unit.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module coarse(output reg clock);
    initial begin clock = 0; #15.15 clock = 1; #15.15 clock = 0; end
endmodule
`timescale 1ns/1ps
module top;
    wire clock;
    coarse source(clock);
    always @(negedge clock) if ($realtime > 0) $display("period %0.2f", $realtime);
    initial begin #1.5 $display("time %0d real %0.1f", $time, $realtime); #50 $finish; end
endmodule
CODE
verilog_runs top.v
expect "Icarus Verilog" "time 2 real 1.5 period 30.00" "$(paste -sd' ' icarus.txt)"
expect "Verilator" "time 1 real 1.5 period 30.30" "$(grep -E 'time|period' verilator.txt | paste -sd' ')"
finish
