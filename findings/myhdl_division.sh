#!/usr/bin/env bash
# Versions: MyHDL 0.11.52, Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: the Verilog that MyHDL writes computes what the simulation in Python computes.
# Observed: // and % become / and %. Python rounds a quotient down, and Verilog towards 0: -7 // 2 is -4 in
# the simulation and -3 in Verilog, and -7 % 4 is 1 and -3. There is no message.
# Hurts: offsets with a sign, such as the phase of a clock or the correction of a rate: a design that passes
# its simulation differs by one step for half of its values, and an index in a ring becomes negative.
. "$(dirname "$0")/common.sh"

python_packages myhdl==0.11.52
debian_packages iverilog=11.0-1.1+b1
cat >divide.py <<'CODE'
import warnings

from myhdl import Signal, Simulation, always_comb, block, delay, instance, intbv

warnings.simplefilter("error")


@block
def divide(offset, steps, quotient, rest):
    @always_comb
    def logic():
        quotient.next = offset // steps
        rest.next = offset % steps

    return logic


offset, steps, quotient, rest = (Signal(intbv(number, min=-128, max=128)) for number in (0, 4, 0, 0))


@block
def bench():
    unit = divide(offset, steps, quotient, rest)

    @instance
    def stimulus():
        for value in (7, -7, -8):
            offset.next = value
            yield delay(1)
            print(int(quotient), int(rest), end=" ")

    return unit, stimulus


divide(offset, steps, quotient, rest).convert(hdl="Verilog")
bench().run_sim()
CODE
python divide.py >python.txt 2>messages || changed "MyHDL fails"
cat >bench.v <<'CODE'
module bench;
reg signed [7:0] offset, steps = 4;
wire signed [7:0] quotient, rest;
divide unit(offset, steps, quotient, rest);
initial begin
    offset = 7;
    #1 $write("%0d %0d ", quotient, rest);
    offset = -7;
    #1 $write("%0d %0d ", quotient, rest);
    offset = -8;
    #1 $write("%0d %0d ", quotient, rest);
end
endmodule
CODE
iverilog -o bench.vvp bench.v divide.v && bounded 20 vvp bench.vvp >verilog.txt
expect "MyHDL: quotient and rest of 7, -7 and -8 by 4" "1 3 -2 1 -2 0" "$(xargs <python.txt)"
expect "Verilog (the same)" "1 3 -1 -3 -2 0" "$(xargs <verilog.txt)"
finish
