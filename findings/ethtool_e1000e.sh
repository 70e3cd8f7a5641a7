#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1); numbers of the PHYs as in e1000e of Linux 5.10 to 6.12.
# Expected: ethtool -d decodes what e1000e dumps: an 82574L has PCI Express only, and bits 12 to 15 of its STATUS are
# reserved (82574 data sheet, 10.2.2.2). The PHY of e1000e has the numbers of its hw.h: 2 is M88, 3 is IGP, 8 is BM.
# Observed: each card of e1000e is printed as a PCI card of 33 MHz and 32 bits. The PHY has the numbers of e1000, an
# older driver: an M88 is printed as IGP2, the other two as unknown. The registers of an M88 are decoded for number 0
# only, which is an unknown PHY in e1000e.
# Hurts: reports of slow cards show an old bus and the wrong PHY, and the state of the PHY is never decoded.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
need python3
export CARD_VERSION=0x010010D3 # the dump's version, then the device: an 82574L

# registers PHY: a dump with a link of 1000 Mb/s and a PHY of this number.
registers() {
    python3 -c "open('registers', 'wb').write(b''.join(
        {1: 0x00080083, 12: $1}.get(i, 0).to_bytes(4, 'little') for i in range(32)))"
    ethtool_read registers e1000e -d >dump
}

# value NAME: what is printed after this name.
value() { sed -n "s/^ *$1: *//p" dump; }

registers 8
expect "speed" "1000Mb/s" "$(value 'Link speed')"
expect "bus (PCI Express)" "PCI, 33MHz, 32-bit" "$(value 'Bus type'), $(value 'Bus speed'), $(value 'Bus width')"
expect "PHY 8 (BM)" "unknown" "$(value 'PHY type')"
registers 2
expect "PHY 2 (M88)" "IGP2" "$(value 'PHY type')"
expect "its registers" "" "$(value 'M88 PHY STATUS REGISTER')"
registers 0
expect "PHY 0 (unknown)" "M88" "$(value 'PHY type')"
expect "its registers (none)" "0x00000000" "$(value 'M88 PHY STATUS REGISTER')"
finish
