#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: "#12000000" in units of 1 ns is 12 ms at any precision, because times have 64 bits.
# Observed: in Verilator a constant delay is scaled to the finest precision of the design with 32
# bits. With a precision of 1 ps, 12 ms become 3.41 ms, the rest of the division by 2 to the power of
# 32, without a message. A delay of the same length in a variable of type time is right, as is a sum
# of shorter ones.
# Hurts: the line "#12000000 $finish;" of a bench ends the simulation after 28 % of its time. The
# numbers of packets and changes are those of a shorter run, and a rate per second of nominal time
# is too low.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ps
module top;
    time length = 12000000;
    initial begin
        #4000000 $display("4 ms: %0t", $time);
        #12000000 $display("4 ms and 12 ms: %0t", $time);
    end
    initial #length $display("12 ms in a variable: %0t", $time);
    initial begin
        repeat (12) #1000000;
        $display("12 times 1 ms: %0t", $time);
    end
endmodule
CODE
verilog_runs top.v
# The time in ns that a simulator prints with a text.
at() {
    awk -F': ' -v text="$2" '$1 == text {print $2 / 1000}' "$1"
}
for simulator in icarus verilator; do
    expect "$simulator: 4 ms, in ns" 4000000 "$(at $simulator.txt "4 ms")"
    expect "$simulator: 12 ms in a variable" 12000000 "$(at $simulator.txt "12 ms in a variable")"
    expect "$simulator: 12 times 1 ms" 12000000 "$(at $simulator.txt "12 times 1 ms")"
done
expect "icarus: 4 ms and 12 ms" 16000000 "$(at icarus.txt "4 ms and 12 ms")"
expect "verilator: 4 ms and 12 ms" 7410065 "$(at verilator.txt "4 ms and 12 ms")"
expect "lines that Verilator prints" 4 "$(grep -c . verilator.txt)"
finish
