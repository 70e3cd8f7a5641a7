#!/usr/bin/env bash
# Versions: Icarus Verilog 11.0 (Debian 11.0-1.1+b1).
# Expected: iverilog -Ptop.DEPTH=0x10 sets an integer parameter to 16, or is an error: Verilog writes 'h10.
# Observed: it is the real number 16.0, and the parameter becomes real: DEPTH / 3 is 5.333, and rounded where it is used, so
# 0x14 / 3 is 7. A 64-bit parameter keeps its type and loses its lower bits: 0xfffffffffffff001 ends with 000. A mask
# in & is an error that names a real operand. 4294967295 makes the parameter 33 bits wide: plus 1 it does not wrap.
# Hurts: depths of queues and addresses of registers, which scripts print as 0x..., differ from those of the source by a
# few units.
. "$(dirname "$0")/common.sh"

debian_packages iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
module top;
    parameter DEPTH = 4;
    parameter [63:0] ADDRESS = 0;
    localparam THIRD = DEPTH / 3;
    integer third;
    initial begin
        third = DEPTH / 3;
        $display("%0d %0d %0d - %h", DEPTH, third, THIRD * 6, ADDRESS);
    end
endmodule
CODE
cat >mask.v <<'CODE'
module top;
    parameter MASK = 1;
    initial $display("%0d", MASK & 15);
endmodule
CODE
cat >wrap.v <<'CODE'
module top;
    parameter SEED = 1;
    initial $display("%0d", SEED + 1);
endmodule
CODE
# parameter FILE NAME=VALUE: what the module prints.
parameter() {
    iverilog -s top -o run.vvp "-Ptop.$2" "$1" >log 2>&1 || {
        sed 's/.*: error: //;q' log
        return
    }
    bounded 20 vvp -n run.vvp
}

expect "DEPTH=20: DEPTH, DEPTH / 3, 6 * (DEPTH / 3)" "20 6 36" "$(parameter top.v DEPTH=20 | cut -d' ' -f1-3)"
expect "DEPTH=0x14 (20 6 36)" "20 7 40" "$(parameter top.v DEPTH=0x14 | cut -d' ' -f1-3)"
expect "DEPTH='h14" "20 6 36" "$(parameter top.v "DEPTH='h14" | cut -d' ' -f1-3)"
expect "ADDRESS=0xfffffffffffff001" "fffffffffffff000" "$(parameter top.v ADDRESS=0xfffffffffffff001 | cut -d' ' -f5)"
expect "ADDRESS='hfffffffffffff001" "fffffffffffff001" "$(parameter top.v "ADDRESS='hfffffffffffff001" | cut -d' ' -f5)"
expect "MASK & 15 with MASK=255" 15 "$(parameter mask.v MASK=255)"
expect "MASK & 15 with MASK=0xff" "& operator may not have REAL operands." "$(parameter mask.v MASK=0xff)"
expect "SEED + 1 with SEED=4294967295 (0)" 4294967296 "$(parameter wrap.v SEED=4294967295)"
finish
