#!/usr/bin/env bash
# Versions: pypacker 5.4.
# Expected: a frame may have one or two VLAN tags, of 802.1Q or 802.1ad, and the IP packet follows them.
# Observed: after the EtherType 0x88a8 two tags are read in each case. With one tag, the first octets of
# the IP packet become a tag, and the EtherType is 0x44. Of two 802.1Q tags only the first is read.
# Neither frame has an IP packet, and nothing reports it.
# Hurts: captures in a provider's network, and of double tags of 802.1Q: their traffic is missing.
. "$(dirname "$0")/common.sh"

python_packages pypacker==5.4
python >seen - <<'CODE'
from pypacker.layer12.ethernet import Ethernet
from pypacker.layer3.ip import IP

STATIONS = bytes.fromhex("020000000002" "020000000001")
PACKET = bytes.fromhex("4500002000010000401100000a0000010a000002" "00090009000c0000" "01020304").ljust(60, b"\0")
for tags in ("81000005", "88a80005", "88a80005" "81000006", "81000005" "81000006"):
    frame = Ethernet(STATIONS + bytes.fromhex(tags) + b"\x08\x00" + PACKET)
    print(tags, hex(frame.type), [hex(tag.type) for tag in frame.vlan], frame[IP] is not None)
CODE
expect "802.1Q: EtherType, tags, IP packet found" "81000005 0x800 ['0x8100'] True" "$(sed -n 1p seen)"
expect "802.1ad (0x800 ['0x88a8'] True)" "88a80005 0x20 ['0x88a8', '0x800'] False" "$(sed -n 2p seen)"
expect "802.1ad and 802.1Q" "88a8000581000006 0x800 ['0x88a8', '0x8100'] True" "$(sed -n 3p seen)"
expect "802.1Q twice (0x800 ['0x8100', '0x8100'] True)" "8100000581000006 0x8100 ['0x8100'] False" "$(sed -n 4p seen)"
finish
