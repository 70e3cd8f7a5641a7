#!/usr/bin/env bash
# Versions: Verilator 5.006, Icarus Verilog 11.0.
# Expected: $random(seed) returns the numbers of the algorithm in the standard, so each simulator
# has the same sequence for a seed; the call changes the seed.
# Observed: Verilator returns other numbers and leaves the seed as it was. The numbers for seed 1
# are halves of each other.
# Hurts: test benches with a seed per source. Traffic differs between simulators, sizes follow a
# pattern, and a seed that is stored in order to go on later starts again.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
module top;
    integer seed, i;
    initial begin
        seed = 1;
        for (i = 0; i < 4; i = i + 1) $write("%0d ", $random(seed));
        $display("seed %0d", seed);
        $finish;
    end
endmodule
CODE
verilog_runs top.v
expect "Icarus Verilog" "-2147414528 -1671855048 1129920902 -1374483364 seed 772999773" \
    "$(cat icarus.txt)"
expect "Verilator" "134217727 67108863 33554431 -8388609 seed 1" "$(grep seed verilator.txt)"
finish
