#!/usr/bin/env bash
# Simple packet blocks of pcapng: scapy gives them the present time and cuts them, dpkt drops them.
#
# Versions: scapy 2.8.0, dpkt 1.9.8, tcpdump 4.99.3 (libpcap 1.10.3), tshark 4.0.17.
# Expected: the block has no time, so readers give 0 or none. A snapshot length of 0 means no limit.
# Observed: scapy sets the time at which the file is read, so two reads differ, and keeps only the
#   14 octets of the Ethernet header when the snapshot length is 0. dpkt returns no packet at all
#   and no error. tcpdump prints time 0 and tshark prints none; both keep the whole packet.
# Hurts: generators of test traffic, for which this smallest block is made: a packet count of 0,
#   empty IP packets or a run that cannot be repeated.
source "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0 dpkt==1.9.8
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3

python >read.txt 2>/dev/null <<'CODE'
import time
import dpkt
from scapy.all import rdpcap
from captures import ethernet, interface, section, simple_packet, udp, write

frame = ethernet(udp())
write("simple.pcapng", section(), interface(snap=0), simple_packet(frame, len(frame)))
with open("simple.pcapng", "rb") as file:
    print(len(list(dpkt.pcapng.Reader(file))))
before = time.time()
packet = rdpcap("simple.pcapng")[0]
print(before <= float(packet.time) <= time.time())
print(len(bytes(packet)), "of", packet.wirelen)
CODE
expect "packets in dpkt" "0" "$(sed -n 1p read.txt)"
expect "scapy's time is that of the reading" "True" "$(sed -n 2p read.txt)"
expect "octets in scapy" "14 of 60" "$(sed -n 3p read.txt)"
expect "tcpdump" "0.000000 IP 10.0.0.1.1000 > 10.0.0.2.2000: UDP, length 18" \
    "$(tcpdump -Z root -tt -n -r simple.pcapng 2>/dev/null)"
expect "tshark's time, length and captured length" ",60,60" \
    "$(tshark -r simple.pcapng -T fields -E separator=, -e frame.time_epoch -e frame.len \
        -e frame.cap_len 2>/dev/null)"
finish
