#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: $value$plusargs("rate=%d", x) returns 0 and keeps x if the text is no number that fits.
# Observed: both simulators return 1. For +rate=1.5 x is 1 in Verilator and unknown in Icarus, for
# +rate=0x10 it is 0 and unknown, and +rate=4294967296 becomes 0 in both. Verilator prints no
# message in any case.
# Hurts: benches that take rates and seeds from the command line. A check of the return value does
# not help, and a run with rate 0 looks like a defect of the card.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
module top;
    integer found;
    reg [31:0] rate;
    initial begin
        rate = 7; found = $value$plusargs("fraction=%d", rate); $display("fraction %0d %0d", found, rate);
        rate = 7; found = $value$plusargs("hex=%d", rate); $display("hex %0d %0d", found, rate);
        rate = 7; found = $value$plusargs("text=%d", rate); $display("text %0d %0d", found, rate);
        rate = 7; found = $value$plusargs("large=%d", rate); $display("large %0d %0d", found, rate);
        $finish;
    end
endmodule
CODE
verilog_runs top.v +fraction=1.5 +hex=0x10 +text=fast +large=4294967296
expect "Icarus Verilog: argument, return value, number" \
    "fraction 1 x,hex 1 x,text 1 x,large 1 0" "$(grep -P '^\w+ \d \S+$' icarus.txt | paste -sd,)"
expect "Verilator: argument, return value, number" \
    "fraction 1 1,hex 1 0,text 1 0,large 1 0" "$(grep -P '^\w+ \d \S+$' verilator.txt | paste -sd,)"
expect "lines of a message of Verilator" "0" "$(grep -cvP '^\w+ \d \S+$|\$finish' verilator.txt || true)"
finish
