#!/usr/bin/env bash
# Versions: cocotbext-axi 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: AxiMaster sends requests that AXI4 allows, or reports an error: a wrapping burst has 2, 4, 8 or 16
# transfers and an aligned start, a fixed one at most 16 transfers, which all use the same byte lanes.
# Observed: write() with WRAP and 12 octets sends 3 transfers, and an unaligned start is sent as it is. A fixed
# burst of 160 octets has 40 transfers, and one at 0x11 uses lane 0 from its second transfer on: the octet
# at 0x10, below the address, is changed. There is no message.
# Hurts: tests of an interconnect or a memory controller. A design fails for a request that no master may
# send, and a port at an odd address gets octets of its neighbour.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
axi_wires wires.v
cat >accesses.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer
from cocotbext.axi import AxiBurstType, AxiBus, AxiMaster, AxiRam


async def requests(dut):
    """Prints the length, the burst type and the address of each write request."""
    while True:
        await RisingEdge(dut.clk)
        if dut.s_axi_awvalid.value == 1 and dut.s_axi_awready.value == 1:
            length, kind, address = dut.s_axi_awlen.value, dut.s_axi_awburst.value, dut.s_axi_awaddr.value
            print(f"SEEN {int(length) + 1} {int(kind)} {int(address):x}")


@cocotb.test()
async def access(dut):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    dut.rst.value = 1
    await Timer(50, "ns")
    dut.rst.value = 0
    bus = AxiBus.from_prefix(dut, "s_axi")
    master, memory = AxiMaster(bus, dut.clk, dut.rst), AxiRam(bus, dut.clk, dut.rst, size=4096)
    cocotb.start_soon(requests(dut))
    await master.write(0x24, bytes(12), burst=AxiBurstType.WRAP)
    await master.write(0x22, bytes(8), burst=AxiBurstType.WRAP)
    await master.write(0x24, bytes(160), burst=AxiBurstType.FIXED)
    await master.write(0x11, b"abcdef", burst=AxiBurstType.FIXED)
    print("SEEN", memory.read(0x10, 4).hex(" "))
CODE
cocotb_run wires.v accesses
expect "WRAP of 12 octets: transfers, type, address" "3 2 24" "$(sed -n 1p seen)"
expect "WRAP at 0x22" "3 2 22" "$(sed -n 2p seen)"
expect "FIXED of 160 octets (at most 16)" "40 0 24" "$(sed -n 3p seen)"
expect "FIXED at 0x11" "2 0 11" "$(sed -n 4p seen)"
expect "octets 0x10 to 0x13 (00 64 65 66)" "64 65 66 63" "$(sed -n 5p seen)"
finish
