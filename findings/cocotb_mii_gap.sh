#!/usr/bin/env bash
# Versions: cocotbext-eth 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0.
# Expected: sources leave the interframe gap of 12 octets, also where an octet takes two clock cycles:
# 24 cycles of MII, 960 ns at 100 Mb/s.
# Observed: the attribute ifg counts clock cycles. MiiSource, and GmiiSource with mii_select, leave 12
# cycles between two frames, which are 6 octets or 480 ns. At 1 Gb/s GmiiSource is right.
# Hurts: a MAC receives 160 256 small frames per second instead of 148 810, and has half the time between
# two frames. A correct design fails at full load.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-eth==0.1.28 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
cat >wires.v <<'CODE'
module wires(input clock, input [3:0] nibble, input [7:0] octet, input valid, input valid8, input slow);
endmodule
CODE
cat >frames.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.eth import GmiiFrame, GmiiSource, MiiSource


async def cycles(dut, source, valid):
    """Returns the clock cycles of the first of three frames, and of the two gaps after it."""
    for _ in range(3):
        source.send_nowait(GmiiFrame.from_payload(bytes(60)))
    line = ""
    while len(line) < 600:
        await FallingEdge(dut.clock)
        line += str(int(valid.value))
    line = line.strip("0")
    return len(line.split("0")[0]), *(len(gap) for gap in line.split("1") if gap)


@cocotb.test()
async def measure(dut):
    cocotb.start_soon(Clock(dut.clock, 40, unit="ns").start())
    print("SEEN", *await cycles(dut, MiiSource(dut.nibble, None, dut.valid, dut.clock), dut.valid))
    source = GmiiSource(dut.octet, None, dut.valid8, dut.clock, mii_select=dut.slow)
    for slow in (0, 1):
        dut.slow.value = slow
        print("SEEN", *await cycles(dut, source, dut.valid8))
CODE
cocotb_run wires.v frames
expect "MII: cycles of a frame of 72 octets, and of two gaps" "144 12 12" "$(sed -n 1p seen)"
expect "GMII at 1 Gb/s" "72 12 12" "$(sed -n 2p seen)"
expect "GMII with mii_select" "144 12 12" "$(sed -n 3p seen)"
finish
