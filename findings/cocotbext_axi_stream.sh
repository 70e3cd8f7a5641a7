#!/usr/bin/env bash
# Versions: cocotbext-axi 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: AxiStreamSink returns each packet of a stream, where AXI4-Stream has one stream per TID, and holds back
# TREADY at its limit of octets or frames.
# Observed: packets of two TIDs whose transfers alternate are cut and mixed: two of 8 octets are one of 12 octets from both,
# with a list of TIDs, and one of 4. A limit counts when a packet has ended: one of 24 octets is accepted with a limit of 8.
# Packets that follow each other, and octets that TKEEP removes, are right.
# Hurts: a correct multiplexer of several queues seems to damage packets, and a receiver with a small FIFO is simulated by a
# sink that takes packets of any size at the full rate.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
cat >wires.v <<'CODE'
module wires;
    reg clk, rst, used, tvalid, tready, tlast;
    reg [31:0] tdata;
    reg [3:0] tkeep;
    reg [7:0] tid;
    always @* used = ^{clk, rst, tdata, tkeep, tvalid, tready, tlast, tid};
endmodule
CODE
cat >stream.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamSink

ONES, TWOS = 0x11111111, 0x22222222


async def transfers(dut, items):
    """Sends transfers of (data, keep, last, id); they take place at rising edges."""
    for data, keep, last, stream in items:
        for wire, value in (dut.tdata, data), (dut.tkeep, keep), (dut.tlast, last), (dut.tid, stream), (dut.tvalid, 1):
            wire.value = value
        await RisingEdge(dut.clk)
        while not int(dut.tready.value):
            await RisingEdge(dut.clk)
        await FallingEdge(dut.clk)
    dut.tvalid.value = 0
    for _ in range(4):
        await FallingEdge(dut.clk)


def show(sink):
    """Prints the packets that the sink has."""
    packets = []
    while not sink.empty():
        frame = sink.recv_nowait()
        packets.append(f"{bytes(frame.tdata).hex()} {frame.tid}".replace(" ", ":", 1).replace(" ", ""))
    print("SEEN", *packets)


@cocotb.test()
async def packets(dut):
    for wire in dut.rst, dut.tvalid, dut.tready, dut.tlast, dut.tid, dut.tdata, dut.tkeep:
        wire.value = 0
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    sink = AxiStreamSink(AxiStreamBus.from_entity(dut), dut.clk, dut.rst)
    for _ in range(3):
        await FallingEdge(dut.clk)
    await transfers(dut, [(ONES, 15, 0, 1), (ONES, 15, 1, 1), (TWOS, 15, 0, 2), (TWOS, 15, 1, 2)])
    show(sink)
    await transfers(dut, [(ONES, 15, 0, 1), (TWOS, 15, 0, 2), (ONES, 15, 1, 1), (TWOS, 15, 1, 2)])
    show(sink)
    await transfers(dut, [(0x04030201, 0b0011, 0, 1), (0x08070605, 0b1010, 1, 1)])
    show(sink)
    sink.queue_occupancy_limit_bytes = 8
    await transfers(dut, [(ONES, 15, int(i == 5), 1) for i in range(6)])
    print("SEEN", sink.queue_occupancy_bytes, int(dut.tready.value))
CODE
cocotb_run wires.v stream
expect "one packet after the other" "1111111111111111:1 2222222222222222:2" "$(sed -n 1p seen)"
expect "alternating" "111111112222222211111111:[1,1,1,1,2,2,2,2,1,1,1,1] 22222222:2" "$(sed -n 2p seen)"
expect "octets 1, 2, 6 and 8 with TKEEP" "01020608:1" "$(sed -n 3p seen)"
expect "octets with a limit of 8, TREADY after them" "24 0" "$(sed -n 4p seen)"
finish
