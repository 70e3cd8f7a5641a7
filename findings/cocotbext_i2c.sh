#!/usr/bin/env bash
# Versions: cocotbext-i2c 0.1.2, cocotb 2.1.0, Icarus Verilog 11.0.
# Expected: I2cMaster with speed=100e3 sends a bit in 10 us, and I2cMemory with 65536 octets reads and
# writes at the address that the master sends.
# Observed: a bit takes 20 us. In a memory of more than 256 octets the upper octet of an address is or-ed
# to most bits of the last address: after an access to 0x1000, 0x0200 means 0x1200.
# Hurts: tests of the EEPROM of a card or a transceiver. A write destroys another place, and the time of
# a transfer is twice that of a real one.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-i2c==0.1.2
debian_packages iverilog=11.0-1.1+b1
cat >wires.v <<'CODE'
module wires(input sda_o, input scl_o, input memory_sda_o, input memory_scl_o, output sda, output scl);
assign sda = sda_o & memory_sda_o;
assign scl = scl_o & memory_scl_o;
endmodule
CODE
cat >accesses.py <<'CODE'
import cocotb
from cocotb.triggers import RisingEdge
from cocotb.utils import get_sim_time
from cocotbext.i2c import I2cMaster, I2cMemory


@cocotb.test()
async def access(dut):
    master = I2cMaster(dut.sda, dut.sda_o, dut.scl, dut.scl_o, speed=100e3)
    memory = I2cMemory(dut.sda, dut.memory_sda_o, dut.scl, dut.memory_scl_o, addr=0x50, size=65536)
    transfer = cocotb.start_soon(master.write(0x50, b"\x10\x00\x11"))
    for _ in range(3):
        await RisingEdge(dut.scl)
    start = get_sim_time("us")
    await RisingEdge(dut.scl)
    print("SEEN", get_sim_time("us") - start)
    await transfer
    await master.send_stop()
    await master.write(0x50, b"\x02\x00\x22")
    await master.send_stop()
    for address in (0x1000, 0x0200, 0x1200):
        print("SEEN", memory.mem[address])
CODE
cocotb_run wires.v accesses
expect "time of a bit at 100 kb/s in us (10)" 20.0 "$(sed -n 1p seen)"
expect "octets at 0x1000, 0x0200 and 0x1200 after writes to the first two (17 34 0)" "17 0 34" \
    "$(sed -n 2,4p seen | paste -sd' ')"
finish
