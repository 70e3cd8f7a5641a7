#!/usr/bin/env bash
# Versions: lspci 3.9.0 (Debian pciutils 1:3.9.0-4).
# Expected: the lines of Advanced Error Reporting have a flag for each error of PCI Express 2.1 and
# later. New are the Uncorrectable Internal Error (bit 22) and TLPs that an egress port blocks (bits
# 23, 24 and 26). Correctable ones are the Internal Error (bit 14) and the Header Log Overflow (15).
# Observed: UESta, UEMsk and UESvrt end with bit 21, CESta and CEMsk with bit 13. A card with these
# errors has only minus signs, as a card without errors. Only First Error Pointer, a hexadecimal
# number, has the bit.
# Hurts: an internal error is how a card reports a parity error of its memory. It is also masked by
# default, which the line of masks does not show.
. "$(dirname "$0")/common.sh"

debian_packages pciutils=1:3.9.0-4
cat >dump.py <<'CODE'
import struct
import sys

uncorrectable, correctable, first = (int(number, 0) for number in sys.argv[1:])
space = bytearray(4096)
struct.pack_into("<HHHH", space, 0, 0x8086, 0x1572, 6, 0x10)
space[10:12] = b"\0\2"
space[0x34] = 0x40
struct.pack_into("<BBH", space, 0x40, 0x10, 0, 2)
# Status, mask and severity of uncorrectable errors, then status and mask of correctable ones.
values = uncorrectable, uncorrectable, uncorrectable, correctable, correctable, first
struct.pack_into("<7I", space, 0x100, 0x00020001, *values)
print("01:00.0 Ethernet controller: example")
for start in range(0, 4096, 16):
    print(f"{start:02x}:", space[start : start + 16].hex(" "))
CODE
touch pci.ids

# Flags with a plus sign in the lines of errors, and the pointer, for a dump.
flags() {
    python3 dump.py "$@" >dump.txt
    bounded 20 lspci -F dump.txt -vv -i pci.ids >lines 2>log
    echo "$(grep -E '(UE|CE)(Sta|Msk|Svrt):' lines | grep -oE '\S+:|\w+[+]' | paste -sd' ')," \
        "$(grep -o 'First Error Pointer: ..' lines)"
}

none="UESta: UEMsk: UESvrt: CESta: CEMsk:"
expect "no error" "$none, First Error Pointer: 00" "$(flags 0 0 0)"
expect "ACS Violation (bit 21), Advisory Non-Fatal Error (bit 13)" "UESta: ACSViol+ UEMsk: ACSViol+ UESvrt: ACSViol+ \
CESta: AdvNonFatalErr+ CEMsk: AdvNonFatalErr+, First Error Pointer: 15" "$(flags 0x200000 0x2000 21)"
expect "Uncorrectable Internal Error (bit 22), Corrected Internal Error (bit 14)" \
    "$none, First Error Pointer: 16" "$(flags 0x400000 0x4000 22)"
expect "blocked TLPs (bits 23, 24 and 26), Header Log Overflow (bit 15)" \
    "$none, First Error Pointer: 18" "$(flags 0x5800000 0x8000 24)"
finish
