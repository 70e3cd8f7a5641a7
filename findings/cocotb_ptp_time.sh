#!/usr/bin/env bash
# Versions: cocotbext-eth 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0.
# Expected: set_ts_tod_96() of PtpClock sets the time that get_ts_tod_96() has returned, and that stands on the wires.
# Observed: it takes the nanoseconds from bit 32 on instead of 16: at 5 s, 250 000 000 ns are set as 331 494, and 1 ns as
# 327 680, the seconds times 65 536. Seconds and fraction are right, as are set_ts_tod() and set_ts_rel_64().
# Hurts: a clock that a test sets to the time of another one, or of a frame, is late by up to a second: a correct
# servo has the largest offset at each step.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-eth==0.1.28 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
cat >wires.v <<'CODE'
module wires(input clock, input [95:0] time_of_day);
endmodule
CODE
cat >clocks.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly
from cocotbext.eth import PtpClock


@cocotb.test()
async def measure(dut):
    cocotb.start_soon(Clock(dut.clock, 8, unit="ns").start())
    clock = PtpClock(ts_tod=dut.time_of_day, clock=dut.clock, period_ns=8)
    for nanoseconds in (250_000_000, 1, 999_999_999):
        clock.set_ts_tod(5, nanoseconds, 1 << 31)
        before = clock.get_ts_tod_96()
        clock.set_ts_tod_96(before)
        print("SEEN", *clock.get_ts_tod())
    clock.set_ts_rel(250_000_000, 1 << 31)
    clock.set_ts_rel_64(clock.get_ts_rel_64())
    print("SEEN", *clock.get_ts_rel())
    clock.set_ts_tod(5, 250_000_000, 0)
    for _ in range(2):
        await ClockCycles(dut.clock, 2)
        await ReadOnly()
        wires = int(dut.time_of_day.value)
        print("SEEN", wires >> 48, (wires >> 16) & 0xFFFFFFFF)
        clock.set_ts_tod_96(wires)
CODE
cocotb_run wires.v clocks
half=$((1 << 31))
expect "set to 5 s, 250000000.5 ns: s, ns, 2^-32 ns" "5 331494 $half" "$(sed -n 1p seen)"
expect "set to 5 s, 1.5 ns (5 1 $half)" "5 327680 $half" "$(sed -n 2p seen)"
expect "set to 5 s, 999999999.5 ns" "5 342938 $half" "$(sed -n 3p seen)"
expect "relative time set to 250000000.5 ns" "250000000 $half" "$(sed -n 4p seen)"
expect "time of day on the wires: s, ns" "5 250000016" "$(sed -n 5p seen)"
expect "after set_ts_tod_96() of it, 16 ns later (5 250000032)" "5 331510" "$(sed -n 6p seen)"
finish
