#!/usr/bin/env bash
# The second section of a pcapng file is read with the interfaces of the first one, or not at all.
#
# Versions: scapy 2.8.0, dpkt 1.9.8, tcpdump 4.99.3 (libpcap 1.10.3), tshark 4.0.17.
# Expected: interface numbers start again in each section, and each section has its own byte order:
#   pcapng files may be joined with cat.
# Observed: scapy keeps the interface list, so that interface 0 of the second section gets the link
#   type and the resolution of the first one: 2 s becomes 0.002 s and raw IPv4 becomes Ethernet.
#   With another byte order dpkt ends without an error, and tcpdump reports a block of 469762048
#   octets. tshark reads all.
# Hurts: captures joined with cat, or by a writer that starts a section per run.
source "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0 dpkt==1.9.8
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3

python >read.txt 2>/dev/null <<'CODE'
import dpkt
from scapy.all import rdpcap
from captures import ethernet, interface, packet, resolution, section, udp, write

frame = ethernet(udp())
first = section() + interface(opts=[resolution(9)]) + packet(0, 1_000_000_000, frame)
write("link.pcapng", first, section(), interface(link=228), packet(0, 2_000_000, udp()))
other = section(">") + interface(order=">") + packet(0, 2_000_000, frame, ">")
write("order.pcapng", first, other)
second = rdpcap("link.pcapng")[1]
print(second.time, second.name)
with open("order.pcapng", "rb") as file:
    print(len(list(dpkt.pcapng.Reader(file))))
CODE
expect "second section in scapy" "0.002 Ethernet" "$(sed -n 1p read.txt)"
expect "second section in tshark" "2.000000000 ip:udp:data" \
    "$(tshark -r link.pcapng -T fields -E separator=' ' -e frame.time_epoch -e frame.protocols \
        2>/dev/null | tail -1)"
expect "packets in dpkt after a change of byte order" "1" "$(sed -n 2p read.txt)"
expect "exit code of tcpdump" "1" "$(status tcpdump -Z root -n -r order.pcapng)"
expect "message of tcpdump" \
    "tcpdump: pcap_loop: pcapng block size 469762048 > maximum 16777216" "$(grep pcap_loop log)"
expect "times in tshark" "1.000000000 2.000000000" \
    "$(tshark -r order.pcapng -T fields -e frame.time_epoch 2>/dev/null | paste -sd' ')"
finish
