#!/usr/bin/env bash
# A clock written with an exact half period runs up to 1 % too fast or too slow.
#
# Versions: Icarus Verilog 11.0.
# Expected: "always #15.15 clk = ~clk" gives 30.3 ns or, with a coarse precision, the nearest
#   period.
# Observed: each half period is rounded to the precision of its own module, though the simulation
#   has a finer step because of another module. 15.15 ns at 1ns/1ns gives 30 ns, and at
#   10ns/100ps (#1.515) it gives 30.4 ns, where 30.3 ns would fit. The VCD has the fine timescale,
#   so
#   nothing in it shows the rounding.
# Hurts: clocks of 33 MHz, 66 MHz or 155.52 MHz: the rate of a bus is wrong by up to 1 %.
source "$(dirname "$0")/common.sh"

debian_packages iverilog=11.0-1.1+b1
cat >clocks.v <<'V'
`timescale 1ns/1ns
module coarse; reg clk = 0; always #15.15 clk = ~clk; endmodule
`timescale 10ns/100ps
module tenth; reg clk = 0; always #1.515 clk = ~clk; endmodule
`timescale 1ns/1ps
module fine; reg clk = 0; always #15.15 clk = ~clk; endmodule
module top;
  coarse a(); tenth b(); fine c();
  initial begin
    $dumpfile("clocks.vcd");
    $dumpvars(1, a, b, c);
    #1000 $finish;
  end
endmodule
V
iverilog -g2012 -o clocks.vvp clocks.v
bounded 20 vvp clocks.vvp >log

# Period of the clock of an instance in the ticks of the VCD.
period() {
    local code
    code=$(grep -A1 "scope module $1 " clocks.vcd | grep -oP 'reg 1 \K\S+')
    awk -v rise="1$code" '/^#/ {time = substr($0, 2)} $0 == rise {print time}' clocks.vcd |
        awk 'NR == 2 {first = $1} NR == 3 {print $1 - first}'
}

expect "timescale" "1ps" "$(grep -A1 timescale clocks.vcd | tail -1 | tr -d '[:space:]')"
expect "period at 1ns/1ns in ps" "30000" "$(period a)"
expect "period at 10ns/100ps in ps" "30400" "$(period b)"
expect "period at 1ns/1ps in ps" "30300" "$(period c)"
finish
