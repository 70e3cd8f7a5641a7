#!/usr/bin/env bash
# Versions: lspci 3.9.0 (Debian pciutils 1:3.9.0-4).
# Expected: a 64-bit base address register is one region: lspci -F skips its upper half, which belongs to
# the region before (PCI Local Bus Specification 3.0, 6.2.5.1).
# Observed: if the upper half is not 0, so for each region above 4 GiB, it is listed as a further region: as an
# unassigned one of memory, or as unassigned I/O ports if bit 32 of the address is set. The first line is
# right. With an upper half of 0 there is no such region.
# Hurts: comparisons of a card model with a dump of a real card. The dump seems to have regions that do not
# exist, and their kind depends on the address that the host chose.
. "$(dirname "$0")/common.sh"

debian_packages pciutils=1:3.9.0-4
cat >dump.py <<'CODE'
import struct
import sys

space = bytearray(64)
struct.pack_into("<HHH", space, 0, 0x8086, 0x1572, 2)
space[10:12] = b"\0\2"
struct.pack_into("<II", space, 16, *(int(word, 16) for word in sys.argv[1:]))
print("01:00.0 Ethernet controller: example")
for start in range(0, 64, 16):
    print(f"{start:02x}:", space[start : start + 16].hex(" "))
CODE
touch pci.ids

# Regions that lspci lists for the first two base address registers.
regions() {
    python3 dump.py "$1" "$2" >dump.txt
    bounded 20 lspci -F dump.txt -vv -i pci.ids 2>log | grep Region | sed 's/^\s*Region //' | paste -sd\;
}

expect "0xfe00000c 0x00000000" "0: Memory at fe000000 (64-bit, prefetchable)" "$(regions fe00000c 0)"
expect "0xfe00000c 0x00000038 (one region)" \
    "0: Memory at 38fe000000 (64-bit, prefetchable);1: Memory at <unassigned> (32-bit, prefetchable)" \
    "$(regions fe00000c 38)"
expect "0xfe000004 0x00000001 (one region)" \
    "0: Memory at 1fe000000 (64-bit, non-prefetchable);1: I/O ports at <unassigned> [disabled]" \
    "$(regions fe000004 1)"
finish
