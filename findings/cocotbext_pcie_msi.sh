#!/usr/bin/env bash
# Versions: cocotbext-pcie 0.2.16, cocotb 2.1.0.
# Expected: a masked vector of MSI is not sent but pending, and 32 bits of data are sent if Extended
# Message Data Enable is set, bit 26 of the first register.
# Observed: a masked vector is sent, and its pending bit stays 0. MSI Enable, bit 16, is taken for
# Extended Message Data Enable as well, and bit 26 is ignored.
# Hurts: a driver that masks its interrupt while it polls gets it all the same. A system that leaves the
# extended data off gets the upper half of the register, and so another vector.
. "$(dirname "$0")/common.sh"

python_packages cocotbext-pcie==0.2.16 cocotb==2.1.0
python >seen - <<'CODE'
import asyncio

from cocotbext.pcie.core.caps import MsiCapability


class Bus:
    """Records what the device writes to memory."""

    def __init__(self):
        self.written = []

    async def mem_write(self, address, data, **_):
        self.written.append((hex(address), data[::-1].hex()))


async def main():
    capability = MsiCapability()
    capability.parent = Bus()
    capability.msi_per_vector_mask_capable = True
    capability.msi_extended_message_data_capable = True
    for register, value in ((1, 0xFEE00000), (2, 0x12345678), (3, 0x1), (0, 1 << 16)):
        await capability._write_register(register, value, 0xF)
    await capability.issue_msi_interrupt()
    print(*capability.parent.written[0], await capability._read_register(4))
    for value in (1 << 16, 1 << 26 | 1 << 16, 1 << 26):
        await capability._write_register(0, value, 0xF)
        print(f"{await capability._read_register(0) >> 16:#x}")


asyncio.run(main())
CODE
expect "masked vector, extended data off: address, data and pending bits (nothing, 1)" \
    "0xfee00000 12345678 0" "$(sed -n 1p seen)"
expect "message control written as 1 (0x301)" 0x701 "$(sed -n 2p seen)"
expect "written as 0x401 (0x701)" 0x701 "$(sed -n 3p seen)"
expect "written as 0x400 (0x700)" 0x300 "$(sed -n 4p seen)"
finish
