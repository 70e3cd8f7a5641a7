#!/usr/bin/env bash
# Versions: Icarus Verilog 11.0.
# Expected: the VCD has a change of an event variable at each time at which it is triggered.
# Observed: there is one more at the start of the dump, and one at each $dumpon, though the event
# was not triggered then.
# Hurts: scripts and viewers that count events, such as packets sent, count one too many for each
# part of the waveform, and see a packet before the reset.
. "$(dirname "$0")/common.sh"

debian_packages iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module top;
    event sent;
    initial begin
        $dumpfile("out.vcd");
        $dumpvars(0, top);
        #10 ->sent;
        #10 ->sent;
        #10 $dumpoff;
        #10 $dumpon;
        #10 $finish;
    end
endmodule
CODE
iverilog -o top.vvp top.v
bounded 20 vvp top.vvp >log
expect "times at which the VCD has the event" "0 10 20 40" \
    "$(awk '/^#/ {time = substr($0, 2)} /^1!/ {print time}' out.vcd | paste -sd' ')"
finish
