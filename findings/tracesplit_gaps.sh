#!/usr/bin/env bash
# Versions: libtrace-tools 3.0.22 (Debian libtrace-tools 3.0.22-0.1), tcpdump 4.99.3 (Debian 4.99.3-1).
# Expected: tracesplit -i 1 writes a file for each second in which there are packets.
# Observed: after a gap of n seconds, each of the next n packets gets a file of its own, though all of them
# are in one second. The end of the interval moves on by one second with each packet. The files are
# named .gz and are not compressed.
# Hurts: counts per second of traffic in bursts. The first packets of a burst are counted as seconds with
# one packet, and later files no longer stand for a second.
. "$(dirname "$0")/common.sh"

debian_packages libtrace-tools=3.0.22-0.1 tcpdump=4.99.3-1
need python3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
write("burst.pcap", pcap([(1, 0, frame), (1, 500000, frame)] + [(11, 10000 * i, frame) for i in range(20)]))
CODE
bounded 20 tracesplit -i 1 pcapfile:burst.pcap pcapfile:part.pcap >log 2>&1 || changed "tracesplit fails"
for file in $(ls part.pcap-* | sort -t- -k2 -n); do
    tcpdump -r "$file" 2>>log | wc -l
done >counts
expect "packets per file of 2 packets in second 1 and 20 in second 11 (2 20)" \
    "2 1 1 1 1 1 1 1 1 1 11" "$(paste -sd' ' counts)"
expect "name and magic number of the first file" "part.pcap-1.gz d4c3b2a1" \
    "$(ls part.pcap-1.gz) $(head -c 4 part.pcap-1.gz | od -An -tx1 | tr -d ' ')"
finish
