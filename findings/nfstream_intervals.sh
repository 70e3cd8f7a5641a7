#!/usr/bin/env bash
# Versions: nfstream 6.6.0, scapy 2.8.0, numpy 2.4.6.
# Expected: gaps between packets, which are numbers of type float in milliseconds, are the
# differences of their times. A flow with equal gaps has a standard deviation of 0.
# Observed: each time is cut to whole milliseconds before the difference. Gaps of 400 us are 0 or 1
# ms, with a mean of 0.333 and a standard deviation of 0.5. The flow lasts 3 instead of 3.6 ms.
# Hurts: statistics of flows on links of 1 Gb/s and more. A card that sends in equal steps seems to
# send in bursts, and a classifier learns where a millisecond began.
. "$(dirname "$0")/common.sh"

python_packages nfstream==6.6.0 scapy==2.8.0 numpy==2.4.6
python >seen 2>log - <<'CODE' || changed "the program ends with an error"
from nfstream import NFStreamer
from scapy.all import IP, UDP, Ether, Raw, wrpcap

packets = []
for number in range(10):
    packet = Ether(dst="02:00:00:00:00:02") / IP(dst="10.0.0.2") / UDP(dport=2000) / Raw(bytes(64))
    packet.time = 1767225600 + number * 0.0004
    packets.append(packet)
wrpcap("flow.pcap", packets, nano=True)
flows = NFStreamer(source="flow.pcap", statistical_analysis=True, splt_analysis=10, n_dissections=0, n_meters=1)
for flow in flows:
    print(*flow.splt_piat_ms[1:])
    print(f"{flow.bidirectional_mean_piat_ms:.3f} {flow.bidirectional_stddev_piat_ms:.3f} {flow.bidirectional_max_piat_ms}")
    print(flow.bidirectional_duration_ms)
CODE
expect "gaps in ms" "0 0 1 0 1 0 0 1 0" "$(sed -n 1p seen)"
expect "mean, standard deviation and maximum in ms" "0.333 0.500 1" "$(sed -n 2p seen)"
expect "duration in ms" "3" "$(sed -n 3p seen)"
finish
