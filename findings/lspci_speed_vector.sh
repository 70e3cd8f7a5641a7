#!/usr/bin/env bash
# Versions: lspci 3.9.0 (Debian pciutils 1:3.9.0-4).
# Expected: LnkCap2 of a card for 64 GT/s lists the speeds from 2.5 to 64 GT/s, since LnkCap, LnkSta and LnkCtl2
# of the same output print 64GT/s (PCI Express Base Specification 6.0, 7.5.3.18: bit 6 of the register).
# Observed: LnkCap2 has the word RsvdP instead of all speeds, also of the lower ones. A card for 32 GT/s has its list.
# Hurts: scripts that read the supported speeds of a card from this line find none for the fastest cards, and
# comparisons of a card model with a dump differ in this line alone.
. "$(dirname "$0")/common.sh"

debian_packages pciutils=1:3.9.0-4
cat >dump.py <<'CODE'
import struct
import sys

speed = int(sys.argv[1])  # Number of the fastest one: 5 is 32 GT/s, 6 is 64 GT/s.
space = bytearray(256)
struct.pack_into("<HHHH", space, 0, 0x8086, 0x1572, 6, 0x10)
space[10:12] = b"\0\2"
space[0x34] = 0x40
struct.pack_into("<BBH", space, 0x40, 0x10, 0, 2)
struct.pack_into("<IHH", space, 0x4C, speed | 16 << 4, 0, speed | 16 << 4)
struct.pack_into("<IH", space, 0x6C, (2 << speed) - 2, speed)
print("01:00.0 Ethernet controller: example")
for start in range(0, 256, 16):
    print(f"{start:02x}:", space[start : start + 16].hex(" "))
CODE
touch pci.ids

# LINE NAME of lspci for the speed NUMBER.
value() {
    python3 dump.py "$3" >dump.txt
    bounded 20 lspci -F dump.txt -vv -i pci.ids 2>log | grep "$1:" | grep -o "$2: [^,]*\|$2 [^,]*" | head -1
}

expect "32 GT/s, LnkCap" "Speed 32GT/s" "$(value LnkCap Speed 5)"
expect "32 GT/s, LnkCap2" "Supported Link Speeds: 2.5-32GT/s" "$(value LnkCap2 'Supported Link Speeds' 5)"
expect "64 GT/s, LnkCap" "Speed 64GT/s" "$(value LnkCap Speed 6)"
expect "64 GT/s, LnkSta" "Speed 64GT/s" "$(value LnkSta Speed 6)"
expect "64 GT/s, LnkCtl2" "Target Link Speed: 64GT/s" "$(value LnkCtl2 'Target Link Speed' 6)"
expect "64 GT/s, LnkCap2 (2.5-64GT/s)" "Supported Link Speeds: RsvdP" "$(value LnkCap2 'Supported Link Speeds' 6)"
finish
