#!/usr/bin/env bash
# Versions: Verilator 5.006 (Debian verilator 5.006-3), Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: the delay of a net is inertial, so that a pulse shorter than the delay is removed, and it has
# one value for rising and one for falling edges (IEEE 1364, 6.1.3 and 7.14).
# Observed: Verilator passes pulses of each length, and uses the delay of the rising edge for both.
# Hurts: models of lines with a filter or with different edges. Glitches arrive, and pulses keep their
# width in one simulator and not in the other.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module top;
reg line = 0;
wire #5 filtered = line;
wire #(3, 7) slow = line;
always @(filtered) if ($time > 10) $display("filtered %b %0d", filtered, $time);
always @(slow) if ($time > 10) $display("slow %b %0d", slow, $time);
initial begin
    #20 line = 1;
    #4 line = 0;
    #76 line = 1;
    #20 line = 0;
    #20 $finish;
end
endmodule
CODE
verilog_runs top.v

# Prints the changes of a net, each as its value and time.
changes() {
    grep "^$1" "$2" | cut -d' ' -f2,3 | paste -sd,
}

expect "Icarus: net with a delay of 5 for pulses of 4 and 20" "1 105,0 125" "$(changes filtered icarus.txt)"
expect "Verilator" "1 25,0 29,1 105,0 125" "$(changes filtered verilator.txt)"
expect "Icarus: net that rises in 3 and falls in 7" "1 23,0 31,1 103,0 127" "$(changes slow icarus.txt)"
expect "Verilator" "1 23,0 27,1 103,0 123" "$(changes slow verilator.txt)"
finish
