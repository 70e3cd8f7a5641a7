#!/usr/bin/env bash
# Versions: Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1), Verilator 5.006 (Debian verilator 5.006-3).
# Expected: $sscanf and $fscanf with %h read 0x1f as 31, or stop after the 0.
# Observed: the x is a digit of unknown value in Verilog. Icarus reads 0x1f as 16'h0x1f and returns 1, as
# if the number were read: it prints as X, each comparison with it fails, and its lowest octet is right.
# Verilator reads 31.
# Hurts: benches that read addresses and masks from a file of another program. A register is never found,
# and octets that are taken from the number look right.
. "$(dirname "$0")/common.sh"

debian_packages verilator=5.006-3 iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
module top;
reg [15:0] address;
integer count;
initial begin
    count = $sscanf("0x1f", "%h", address);
    $display("%0d %h %b %b %0d", count, address, address == 16'h1f, address != 16'h1f, address[7:0]);
    count = $sscanf("1f", "%h", address);
    $display("%0d %h %b %b %0d", count, address, address == 16'h1f, address != 16'h1f, address[7:0]);
    $finish;
end
endmodule
CODE
verilog_runs top.v
expect "Icarus: result, number, equal to 31, different, lowest octet of 0x1f" "1 0x1f x x 31" "$(sed -n 1p icarus.txt)"
expect "of 1f" "1 001f 1 0 31" "$(sed -n 2p icarus.txt)"
expect "Verilator: 0x1f" "1 001f 1 0 31" "$(sed -n 1p verilator.txt)"
finish
