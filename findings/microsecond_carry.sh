#!/usr/bin/env bash
# scapy and dpkt write 1 000 000 microseconds into a pcap record instead of the next second.
#
# Versions: scapy 2.8.0, dpkt 1.9.8, tcpdump 4.99.3 (libpcap 1.10.3), tshark 4.0.17.
# Expected: a time of 1.9999999 s is written as 1 s 999999 us or as 2 s 0 us. The field of
#   microseconds is below 1 000 000 in every valid record.
# Observed: both write 1 s 1000000 us. scapy and dpkt read it back as 2 s, so a round trip does not
#   show the fault. tcpdump and tshark print the text 1.1000000, which any program reads as 1.1 s.
# Hurts: whoever writes simulated times, which are finer than a microsecond, and takes times from
#   the text of tcpdump or tshark. A packet moves 0.9 s back.
source "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0 dpkt==1.9.8
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3

python >written.txt 2>/dev/null <<'CODE'
import struct
import dpkt
from scapy.all import Ether, rdpcap, wrpcap
from captures import ethernet, udp

frame = Ether(ethernet(udp()))
frame.time = 1.9999999
wrpcap("scapy.pcap", [frame])
with open("dpkt.pcap", "wb") as file:
    dpkt.pcap.Writer(file).writepkt(bytes(frame), ts=1.9999999)
for name in ("scapy.pcap", "dpkt.pcap"):
    print(struct.unpack("<II", open(name, "rb").read()[24:32]))
print(rdpcap("scapy.pcap")[0].time)
CODE
expect "seconds and microseconds of scapy" "(1, 1000000)" "$(sed -n 1p written.txt)"
expect "seconds and microseconds of dpkt" "(1, 1000000)" "$(sed -n 2p written.txt)"
expect "scapy reads" "2.000000" "$(sed -n 3p written.txt)"
expect "tcpdump prints" "1.1000000" "$(tcpdump -Z root -tt -n -r scapy.pcap 2>/dev/null | cut -d' ' -f1)"
expect "tshark prints" "1.1000000000" "$(tshark -r dpkt.pcap -T fields -e frame.time_epoch 2>/dev/null)"
finish
