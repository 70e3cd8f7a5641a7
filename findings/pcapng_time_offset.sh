#!/usr/bin/env bash
# Four pcapng readers ignore if_tsoffset, three honour it.
#
# Versions: tcpdump 4.99.3 (libpcap 1.10.3), tshark 4.0.17, dpkt 1.9.8, scapy 2.8.0,
#   python-pcapng 2.1.1.
# Expected: a reader that applies if_tsresol applies if_tsoffset too: both are needed for a time.
# Observed: tcpdump, tshark and dpkt add the offset of 1000 s. scapy and python-pcapng leave it out
#   without a message, though python-pcapng lists the option. (pcarp and pcap-file, crates of Rust,
#   leave it out as well: see rust_pcapng_time.sh.)
# Hurts: a writer that stores a start time once and short times in the packets, and every comparison
#   of such a capture by two tools.
source "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0 dpkt==1.9.8 python-pcapng==2.1.1
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3

python >times.txt 2>/dev/null <<'CODE'
import struct
import dpkt
import pcapng
from scapy.all import rdpcap
from captures import ethernet, interface, packet, resolution, section, udp, write

offset = (14, struct.pack("<q", 1000))
block = interface(opts=[resolution(9), offset])
write("offset.pcapng", section(), block, packet(0, 1_500_000_000, ethernet(udp())))
with open("offset.pcapng", "rb") as file:
    print(*[time for time, _ in dpkt.pcapng.Reader(file)])
print(*[packet.time for packet in rdpcap("offset.pcapng")])
with open("offset.pcapng", "rb") as file:
    blocks = list(pcapng.FileScanner(file))
print(blocks[2].timestamp, blocks[1].options["if_tsoffset"])
CODE
expect "tcpdump" "1001.500000000" \
    "$(tcpdump -Z root --nano -tt -n -r offset.pcapng 2>/dev/null | cut -d' ' -f1)"
expect "tshark" "1001.500000000" \
    "$(tshark -r offset.pcapng -T fields -e frame.time_epoch 2>/dev/null)"
expect "dpkt" "1001.5" "$(sed -n 1p times.txt)"
expect "scapy" "1.5" "$(sed -n 2p times.txt)"
expect "python-pcapng, time and if_tsoffset" "1.5 1000" "$(sed -n 3p times.txt)"
finish
