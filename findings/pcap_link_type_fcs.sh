#!/usr/bin/env bash
# Versions: scapy 2.8.0, dpkt 1.9.8, tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: the upper bits of the field for the link type of a pcap file state the length of the
# FCS. Readers mask them, as libpcap does.
# Observed: scapy and dpkt take all 32 bits for the link type. With an FCS of 4 octets, Ethernet is
# type 603979777 to both; scapy returns raw octets after a warning.
# Hurts: whoever records frames with their FCS and says so in the header. The same file without
# these bits is decoded.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0 dpkt==1.9.8
debian_packages tcpdump=4.99.3-1
python >seen - <<'CODE'
import struct
import zlib

import dpkt
from scapy.all import rdpcap

from captures import ethernet, udp, write

frame = ethernet(udp())
frame += zlib.crc32(frame).to_bytes(4, "little")
for name, extra in (("plain", 0), ("fcs", 1 << 26 | 2 << 28)):  # 2 times 16 bits of FCS
    head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1 | extra)
    write(name + ".pcap", head, struct.pack("<IIII", 1, 0, len(frame), len(frame)), frame)
    reader = dpkt.pcap.Reader(open(name + ".pcap", "rb"))
    print(reader.datalink(), type(rdpcap(name + ".pcap")[0]).__name__)
CODE
expect "no bits for the FCS: link type in dpkt, layer in scapy" "1 Ether" "$(sed -n 1p seen)"
expect "4 octets of FCS: link type in dpkt, layer in scapy" "603979777 Raw" "$(sed -n 2p seen)"
expect "4 octets of FCS: tcpdump" "link-type EN10MB (Ethernet)" \
    "$(tcpdump -Z root -n -r fcs.pcap 2>&1 >/dev/null | grep -o 'link-type EN10MB (Ethernet)')"
finish
