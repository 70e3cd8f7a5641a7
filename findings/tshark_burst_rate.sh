#!/usr/bin/env bash
# Versions: tshark 4.0.17 (Debian 4.0.17-0+deb12u3).
# Expected: the Burst Rate of statistics such as -z plen,tree is the highest rate, so at least the mean rate of the line.
# Observed: it is the number of packets in the busiest 100 ms, divided by 100 ms also if the capture is shorter: ten packets
# that come every 400 ns have a rate of 2777.8 per ms and a burst rate of 0.1. A burst of 100 packets in 40 us, once
# per second, has 1. With a window of 5 ms (statistics.st_burst_windowlen) it is 20.
# Hurts: bursts that fill the queues of a card look like a load of 0.04 % of it, and simulated captures, which are short,
# seem to have no bursts.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3
cat >write.py <<'CODE'
from captures import pcap

frame = bytes.fromhex("02000000000202000000000188b5").ljust(60, b"\0")
open("short.pcap", "wb").write(pcap([(1, i * 400, frame) for i in range(10)], nano=True))
open("bursts.pcap", "wb").write(pcap([(s, i * 400, frame) for s in range(1, 11) for i in range(100)], nano=True))
CODE
python3 write.py
# rates CAPTURE OPTION...: the rate and the burst rate of all packets, per ms.
rates() {
    bounded 30 tshark -r "$1.pcap" -q -z plen,tree "${@:2}" 2>/dev/null | awk '/^Packet Lengths  /{print $7, $9}'
}

expect "ten packets, one every 400 ns: rate, burst rate per ms (2777.7778 2500)" "2777.7778 0.1000" "$(rates short)"
expect "100 packets in 40 us, each second (0.1111 2500)" "0.1111 1.0000" "$(rates bursts)"
expect "with a window of 5 ms (0.1111 2500)" "0.1111 20.0000" "$(rates bursts -o statistics.st_burst_windowlen:5)"
finish
