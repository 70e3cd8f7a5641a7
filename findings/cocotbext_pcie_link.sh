#!/usr/bin/env bash
# Versions: cocotbext-pcie 0.2.16, cocotb 2.1.0.
# Expected: the register Link Capabilities has the maximum link speed in bits 3:0, the maximum link width
# in bits 9:4, the supported kinds of ASPM in bits 11:10 and the exit latencies above them.
# Observed: these four fields are shifted to the right. A width of 1, 2, 4 or 8 reads as 0, ASPM and
# latencies are 0, and a width of 16 or 32 is or-ed to the speed: x16 at 5 GT/s reads as 8 GT/s. Link
# Status is right, so that a link is wider than the device allows.
# Hurts: software that is tried on this model, such as a driver that reports a link below its maximum,
# finds a device without lanes. A device without ASPM passes a test of ASPM.
. "$(dirname "$0")/common.sh"

python_packages cocotbext-pcie==0.2.16 cocotb==2.1.0
python >seen - <<'CODE'
import asyncio
import logging

from cocotbext.pcie.core.caps import PcieCapability

logging.disable()


def read(register, **fields):
    """Returns a register of the PCI Express capability."""
    capability = PcieCapability()
    for name, value in fields.items():
        setattr(capability, name, value)
    return asyncio.run(capability._read_register(register))


for width in (1, 2, 4, 8, 16):
    print(f"{read(3, max_link_speed=2, max_link_width=width):#x}")
print(f"{read(3, aspm_support=3, l0s_exit_latency=7, l1_exit_latency=7):#x}")
print(f"{read(4, current_link_speed=2, negotiated_link_width=8):#x}")
CODE
expect "Link Capabilities at 5 GT/s with 1, 2, 4, 8 and 16 lanes (0x12 0x22 0x42 0x82 0x102)" \
    "0x2 0x2 0x2 0x2 0x3" "$(head -5 seen | paste -sd' ')"
expect "ASPM L0s and L1 with the longest latencies (0x3fc00)" 0x0 "$(sed -n 6p seen)"
expect "Link Status with 8 lanes at 5 GT/s" 0x820000 "$(sed -n 7p seen)"
finish
