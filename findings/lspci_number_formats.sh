#!/usr/bin/env bash
# Versions: lspci 3.9.0 (Debian pciutils 1:3.9.0-4).
# Expected: numbers in the lines of a capability are decoded, in decimal digits or with 0x. Sizes of
# one line have one unit.
# Observed: the width of a PASID and the depth of the invalidate queue (ATS) are hexadecimal without
# a mark. 20 bits are 14, 16 bits are 10, and a depth of 16 is 10. The register value 0, which is a
# depth of 32, is 00. In the line of PCI-X, DMMRBC is in octets and DMCRS in units of 128 octets:
# 2048 octets are 2048 and 16.
# Hurts: a card with 20 bits of PASID looks like one with 14, and one with the deepest queue like
# one without. Scripts compare the sizes of reads of PCI-X in different units.
. "$(dirname "$0")/common.sh"

debian_packages pciutils=1:3.9.0-4
cat >dump.py <<'CODE'
import struct
import sys

kind, *values = sys.argv[1], *(int(text) for text in sys.argv[2:])
space = bytearray(4096)
struct.pack_into("<HHHH", space, 0, 0x8086, 0x1572, 6, 0x10)
space[10:12] = b"\0\2"
space[0x34] = 0x40
if kind == "express":
    width, depth = values
    struct.pack_into("<BBH", space, 0x40, 0x10, 0, 2)
    struct.pack_into("<IHH", space, 0x100, 0x1101001B, width << 8, 0)  # PASID
    struct.pack_into("<IHH", space, 0x110, 0x0001000F, depth, 0)  # ATS
else:
    count, reads = values  # codes of DMMRBC and DMCRS
    struct.pack_into("<BBHI", space, 0x40, 7, 0, 0, count << 21 | reads << 26)
print("01:00.0 Ethernet controller: example")
for start in range(0, 4096, 16):
    print(f"{start:02x}:", space[start : start + 16].hex(" "))
CODE
touch pci.ids

# fields PATTERN KIND VALUE...: what lspci prints of the pattern for a dump.
fields() {
    python3 dump.py "${@:2}" >dump.txt
    bounded 20 lspci -F dump.txt -vv -i pci.ids 2>log | grep -oE "$1" | paste -sd' '
}

express='Max PASID Width: ..|Invalidate Queue Depth: ..'
expect "PASID of 9 bits, queue of 9" "Max PASID Width: 09 Invalidate Queue Depth: 09" "$(fields "$express" express 9 9)"
expect "PASID of 20 bits, queue of 16 (20, 16)" "Max PASID Width: 14 Invalidate Queue Depth: 10" \
    "$(fields "$express" express 20 16)"
expect "PASID of 16 bits, queue of 32, which is the code 0 (16, 32)" \
    "Max PASID Width: 10 Invalidate Queue Depth: 00" "$(fields "$express" express 16 0)"
expect "PCI-X, 2048 octets at most per read and in all reads (DMCRS=2048)" "DMMRBC=2048 DMCRS=16" \
    "$(fields 'DMMRBC=[0-9]*|DMCRS=[0-9]*' pcix 2 1)"
expect "4096 octets, 131 072 in all (DMCRS=131072)" "DMMRBC=4096 DMCRS=1024" \
    "$(fields 'DMMRBC=[0-9]*|DMCRS=[0-9]*' pcix 3 7)"
finish
