#!/usr/bin/env bash
# Versions: scapy 2.8.0, tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: sniff(offline=..., filter=...) returns the matching packets as they are in the capture.
# Observed: their times lose the nanoseconds, as scapy passes the capture through tcpdump. A file
# is cut to microseconds; a list of packets is rounded to them.
# Hurts: evaluations of gaps below a microsecond. A filter that keeps all packets turns a gap of
# 400 ns to 0, or to 1000 ns if a list was filtered.
. "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1
python_packages scapy==2.8.0
python >times 2>log - <<'CODE'
from scapy.all import rdpcap, sniff

from captures import ethernet, pcap, udp, write

write("in.pcap", pcap([(1, n, ethernet(udp())) for n in (200, 400, 800)], nano=True))
for packets in (sniff(offline="in.pcap"), sniff(offline="in.pcap", filter="udp"),
                sniff(offline=rdpcap("in.pcap"), filter="udp")):
    print(*[p.time for p in packets])
CODE
expect "no filter" "1.000000200 1.000000400 1.000000800" "$(sed -n 1p times)"
expect "a file and a filter" "1.000000 1.000000 1.000000" "$(sed -n 2p times)"
expect "a list and a filter" "1.000000 1.000000 1.000001" "$(sed -n 3p times)"
finish
