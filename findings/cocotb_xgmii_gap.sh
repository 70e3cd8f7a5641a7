#!/usr/bin/env bash
# Versions: cocotbext-eth 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0.
# Expected: XgmiiSource with enable_dic = False, so without deficit idle count, sends at least 12 octets
# between two frames, as the interframe gap is never shortened then.
# Observed: this holds for 64 bits, where gaps are 12 to 15 octets. With 32 bits gaps are 12, 11, 10 and
# 9 octets, always rounded down, and 10.5 on average. With the deficit idle count both are right.
# Hurts: a receiver of 10 Gb/s gets more frames than a line can carry. Losses
# look like a fault of the receiver.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-eth==0.1.28 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
cat >wires.v <<'CODE'
module wires(input clock, input [63:0] wide, input [7:0] wide_c, input [31:0] narrow, input [3:0] narrow_c);
endmodule
CODE
cat >frames.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from cocotbext.eth import XgmiiFrame, XgmiiSource

START, END = (0xFB, 1), (0xFD, 1)


async def gaps(dut, data, control, deficit):
    """Returns the octets from the end of each of 32 frames to the next frame: 60 to 63 octets in turn."""
    source = XgmiiSource(data, control, dut.clock)
    source.enable_dic = deficit
    for i in range(33):
        source.send_nowait(XgmiiFrame.from_payload(bytes(60 + i % 4)))
    line = []
    while len(line) < 4000:
        await FallingEdge(dut.clock)
        line += [(int(data.value) >> 8 * i & 255, int(control.value) >> i & 1) for i in range(len(control))]
    starts, ends = ([i for i, octet in enumerate(line) if octet == mark] for mark in (START, END))
    return [start - end for start, end in zip(starts[1:], ends)]


@cocotb.test()
async def measure(dut):
    cocotb.start_soon(Clock(dut.clock, 6400, unit="ps").start())
    for data, control in ((dut.wide, dut.wide_c), (dut.narrow, dut.narrow_c)):
        for deficit in (True, False):
            found = await gaps(dut, data, control, deficit)
            print("SEEN", len(found), *sorted(set(found)), f"mean {sum(found) / len(found):.2f}")
CODE
cocotb_run wires.v frames
expect "64 bits, deficit idle count: gaps, octets in a gap, mean" "32 10 11 12 13 14 mean 12.00" \
    "$(sed -n 1p seen)"
expect "64 bits, without it" "32 12 13 14 15 mean 13.50" "$(sed -n 2p seen)"
expect "32 bits, deficit idle count" "32 10 11 12 13 14 mean 12.00" "$(sed -n 3p seen)"
expect "32 bits, without it" "32 9 10 11 12 mean 10.50" "$(sed -n 4p seen)"
finish
