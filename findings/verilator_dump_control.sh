#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: $dumpvars(0, one) records the module one, and nothing is recorded between $dumpoff and
# $dumpon.
# Observed: Verilator records the whole design at all times, without a message. Icarus Verilog does
# as expected.
# Hurts: benches that limit the waveform of a long run. The file grows by the size of the design,
# and a part that was to be left out, such as a start sequence, is in each evaluation.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module leaf(input clock);
    reg [3:0] count = 0;
    always @(posedge clock) count <= count + 1;
endmodule
module top;
    reg clock = 0;
    reg [7:0] other = 0;
    leaf one(clock);
    always #5 clock = ~clock;
    always @(posedge clock) other <= other + 3;
    initial begin
        $dumpfile("out.vcd");
        $dumpvars(0, one);
        #30 $dumpoff;
        #30 $dumpon;
        #20 $finish;
    end
endmodule
CODE
verilog_runs top.v
# The variables of a VCD, and the number of its times between 31 and 59.
content() {
    echo "$(grep -oP '\$var.*?\K\w+(?=( \[\d:0\])? \$end)' "$1" | sort -u | paste -sd,)" \
        "$(awk '/^#/ {t = substr($0, 2) + 0; if (t > 30 && t < 60) n++} END {print n + 0}' "$1")"
}
expect "Icarus Verilog: variables, times while recording is off" "clock,count 0" "$(content icarus.vcd)"
expect "Verilator" "clock,count,other 5" "$(content verilator.vcd)"
expect "lines of a message of Verilator" 0 "$(grep -cv finish verilator.txt || true)"
finish
