#!/usr/bin/env bash
# Versions: libtrace-tools 3.0.22, capinfos and tshark 4.0.17.
# Expected: tracestats counts the octets that the records of a pcap file state, as capinfos does.
# Observed: it adds four octets for an FCS to each Ethernet frame. An ERF file that tracesplit makes
# of the capture states the length with the FCS, and does not hold the FCS.
# Hurts: throughput of small frames is 7 % higher in one tool, and the same frame has two lengths
# in two formats.
. "$(dirname "$0")/common.sh"

debian_packages libtrace-tools=3.0.22-0.1 tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

write("in.pcap", pcap([(i, 0, ethernet(udp())) for i in range(10)]))
CODE
expect "octets of 10 frames of 60 octets, capinfos" "600 bytes" \
    "$(capinfos -d in.pcap 2>log | sed -n 's/^Data size: *//p')"
bounded 20 tracestats pcapfile:in.pcap >stats 2>log
expect "the same, tracestats" "10 640" "$(awk '/Total:/ {print $2, $3}' stats)"
bounded 20 tracesplit pcapfile:in.pcap erf:out.erf 2>log
expect "frame.len and frame.cap_len of the ERF file" "64 60" \
    "$(tshark -r out.erf -T fields -e frame.len -e frame.cap_len 2>log | sort -u | tr '\t' ' ')"
finish
