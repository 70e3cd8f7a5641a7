#!/usr/bin/env bash
# Versions: cocotbext-axi 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: AxiRam with 4096 octets answers an access above its end with an error: SLVERR, or DECERR as the AXI
# specification advises where no subordinate is.
# Observed: the address is taken modulo the size, and the response is OKAY. A write to 0x1000 changes 0x0000, and
# a write across the end changes the first octets.
# Hurts: tests of a DMA engine. A card that writes after the end of its buffers passes, as long as nobody compares the
# start of the memory; a wrong upper half of an address is never found.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
axi_wires wires.v
cat >accesses.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, Timer
from cocotbext.axi import AxiBurstType, AxiBus, AxiMaster, AxiRam


@cocotb.test()
async def access(dut):
    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    dut.rst.value = 1
    await Timer(50, "ns")
    dut.rst.value = 0
    bus = AxiBus.from_prefix(dut, "s_axi")
    master, memory = AxiMaster(bus, dut.clk, dut.rst), AxiRam(bus, dut.clk, dut.rst, size=4096)
    for address in (0x0010, 0x1000, 0xABCD1004, 0x0FFE):
        answer = await master.write(address, b"card")
        print(f"SEEN {answer.resp.name} {memory.read(0, 8).hex()}")
    answer = await master.read(0x70000000, 4)
    print(f"SEEN {answer.resp.name} {bytes(answer.data).hex()}")
CODE
cocotb_run wires.v accesses
expect "write to 0x0010: response, first octets" "OKAY 0000000000000000" "$(sed -n 1p seen)"
expect "write to 0x1000 (SLVERR)" "OKAY 6361726400000000" "$(sed -n 2p seen)"
expect "write to 0xabcd1004 (SLVERR)" "OKAY 6361726463617264" "$(sed -n 3p seen)"
expect "write of 4 octets to 0x0ffe (SLVERR)" "OKAY 7264726463617264" "$(sed -n 4p seen)"
expect "read from 0x70000000 (SLVERR)" "OKAY 72647264" "$(sed -n 5p seen)"
finish
