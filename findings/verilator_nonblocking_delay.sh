#!/usr/bin/env bash
# Versions: Verilator 5.006 (Debian verilator 5.006-3), Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: "data <= #4 1;" schedules the value for 4 ns later, and the process goes on at once (IEEE 1800,
# 9.4.5), in an initial block as in an always block.
# Observed: in an initial block Verilator waits for the delay, without a message. Two signals that are
# set with a delay of 4 ns each change at 4 and 8 ns, and the block goes on at 8 ns. In an always block
# it does not wait.
# Hurts: the stimuli of a bench. Address and data arrive in different clock cycles, and each further
# signal delays the whole sequence.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
`timescale 1ns/1ns
module top;
reg clock = 0, address = 0, data = 0, first = 0, second = 0;
always #10 clock = ~clock;
initial begin
    address <= #4 1;
    data <= #4 1;
    $display("block %0d", $time);
end
always @(posedge clock) begin
    first <= #4 1;
    second <= #4 1;
end
always @(address) if (address) $display("address %0d", $time);
always @(data) if (data) $display("data %0d", $time);
always @(first) if (first) $display("first %0d", $time);
always @(second) if (second) $display("second %0d", $time);
initial #25 $finish;
endmodule
CODE
verilog_runs top.v

# Prints the times of the changes and of the end of the block, sorted by their names.
times() {
    grep -E '^(block|address|data|first|second) ' "$1" | sort | paste -sd' '
}

expect "Icarus" "address 4 block 0 data 4 first 14 second 14" "$(times icarus.txt)"
expect "Verilator" "address 4 block 8 data 8 first 14 second 14" "$(times verilator.txt)"
finish
