#!/usr/bin/env bash
# Versions: dpkt 1.9.8, scapy 2.8.0.
# Expected: bytes(Ethernet(frame)) is the frame if nothing was changed.
# Observed: dpkt drops the padding of an Ethernet frame: 60 octets become 46. An IPv4 header
# checksum of 0 is replaced by the right one. scapy returns both frames unchanged.
# Hurts: scripts that filter or edit a capture with dpkt. The frames in the result are shorter
# than Ethernet allows, and octet counts are too low. A header that a card with checksum insertion
# gets without a checksum is already complete.
. "$(dirname "$0")/common.sh"

python_packages dpkt==1.9.8 scapy==2.8.0
python >lines 2>/dev/null <<'CODE'
import dpkt
from captures import ethernet, udp
from scapy.all import Ether

padded = ethernet(udp(4)) + bytes(14)
packet = udp(18)
empty = ethernet(packet[:10] + bytes(2) + packet[12:])
for read in (dpkt.ethernet.Ethernet, Ether):
    print(len(padded), len(bytes(read(padded))), empty[24:26].hex(), bytes(read(empty))[24:26].hex())
CODE
expect "dpkt, octets and header checksum before and after" "60 46 0000 66bc" "$(sed -n 1p lines)"
expect "scapy, octets and header checksum before and after" "60 60 0000 0000" "$(sed -n 2p lines)"
finish
