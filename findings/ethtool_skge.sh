#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1).
# Expected: ethtool -d prints the registers of a SysKonnect card with two ports, each under its own name (Linux,
# drivers/net/ethernet/marvell/skge.h).
# Observed: for skge the MAC of the second port is never printed: that of the first one is printed twice, as GMAC 1. In
# the FIFOs of a Genesis each value after the write pointer has the name of the next register: "Packet Counter" is the
# read pointer, "Level" the number of packets, and "Control" the level. For sky2 "Done" is never the done index.
# Hurts: a second port with another duplex mode looks like the first one, and a full FIFO with one packet has the level
# 1.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
need python3
python3 - <<'CODE'
import struct


def card(name, registers, size=0x4000):
    """Writes a dump; `registers` maps places to 32-bit values."""
    dump = bytearray(size)
    for place, value in registers.items():
        struct.pack_into("<I", dump, place, value)
    open(name, "wb").write(dump)


# 118h has the type of the port, the number of ports and the chip, 2800h and 3800h the status of the MACs.
card("yukon", {0x118: 0xB0005454, 0x2800: 0x1111, 0x3800: 0x2222})
# C00h: receive FIFO of a Genesis, with a reserved place at C08h. It has one packet and is at level 11h.
card("genesis", {0x118: 0x0A005454, 0xC04: 0x111, 0xC0C: 0x100, 0xC10: 1, 0xC14: 0x11, 0xC18: 0x8})
# 680h: transmit queue of sky2, with the done index 42h at 24h.
card("sky2", {0x118: 0xB3005454, 0x680 + 0x24: 0x42})
CODE
for file in yukon genesis; do
    ethtool_read $file skge -d >$file.txt || changed "ethtool fails for skge"
done
ethtool_read sky2 sky2 -d >sky2.txt || changed "ethtool fails for sky2"

# part FILE HEADING NAME: the values with a name in the parts of a dump with a heading.
part() {
    awk -v heading="$2" -v name="$3 " '/^$/ {inside = 0} $0 == heading {inside = 1}
        inside && index($0, name) == 1 {print $NF}' "$1.txt" | paste -sd' '
}
expect "Yukon, chip" "Yukon (rev 0)" "$(grep -oP 'Chip Id +0xB0 \K.*' yukon.txt)"
expect "parts with a GMAC (GMAC 1, GMAC 2)" "GMAC 1,GMAC 1" "$(grep '^GMAC' yukon.txt | paste -sd,)"
expect "their status (0x1111 0x2222)" "0x1111 0x1111" "$(part yukon "GMAC 1" Status)"
fifo="Receive MAC FIFO 1"
expect "Genesis, write pointer" 0x00000111 "$(part genesis "$fifo" "Write Pointer")"
expect "read pointer (0x00000100)" 0x00000000 "$(part genesis "$fifo" "Read Pointer")"
expect "packets (0x00000001)" 0x00000100 "$(part genesis "$fifo" "Packet Counter")"
expect "level (0x00000011)" 0x00000001 "$(part genesis "$fifo" Level)"
expect "control (0x00000008)" 0x00000011 "$(part genesis "$fifo" Control)"
expect "sky2, done index (0x0042)" 0x0000 "$(part sky2 "Async Transmit Queue 1" Done)"
finish
