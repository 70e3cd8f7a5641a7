#!/usr/bin/env bash
# Versions: argus 3.0.8.2, tcptrace 6.6.7.
# Expected: the times of a flow do not depend on the time at which a capture starts.
# Observed, for a TCP connection of 2.6 s that starts at time 0: argus ignores all packets of the first
# second, so it starts at 1.0 and lasts 1.6 s; its counts are right. If the connection ends in the first
# second, argus reports the year 2097 and a duration of 0. tcptrace takes the second packet for the
# first one: 2.399999 s and a throughput of 167 instead of 154 octets per second.
# Hurts: simulated captures start at time 0. Durations and rates of flows are plausible and wrong.
. "$(dirname "$0")/common.sh"

need python3
debian_packages "argus-server=2:3.0.8.2-2.2" "argus-client=1:3.0.8.2-6.1+b3" tcptrace=6.6.7-6+b1
python3 - <<'CODE'
import struct

from captures import checksum, ethernet, pcap, write

HOSTS = bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])
PORTS = 1000, 80


def segment(sender, number, acknowledged, flags, octets=0):
    """Returns a frame with a TCP segment of zeros."""
    ports = PORTS[sender], PORTS[1 - sender]
    hosts = HOSTS[sender] + HOSTS[1 - sender]
    tcp = struct.pack(">HHIIBBHHH", *ports, number, acknowledged, 0x50, flags, 8000, 0, 0) + bytes(octets)
    total = checksum(hosts + struct.pack(">HH", 6, len(tcp)) + tcp)
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 1, 0, 64, 6, 0) + hosts
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    return ethernet(head + tcp[:16] + struct.pack(">H", total) + tcp[18:])


frames = [segment(0, 1000, 0, 0x02), segment(1, 5000, 1001, 0x12), segment(0, 1001, 5001, 0x10)]
for i in range(4):
    frames += [segment(0, 1001 + 100 * i, 5001, 0x18, 100), segment(1, 5001, 1101 + 100 * i, 0x10)]
frames += [segment(0, 1401, 5001, 0x11), segment(1, 5001, 1402, 0x11), segment(0, 1402, 5002, 0x10)]
for name, step in (("seconds", 200000), ("millisecond", 100)):
    for start in (0, 1000):
        times = [divmod(i * step, 1000000) for i in range(len(frames))]
        write(f"{name}_{start}.pcap", pcap([(start + s, us, f) for (s, us), f in zip(times, frames)]))
CODE

# flow FILE: start, end, duration and packets of the one flow, from argus.
flow() {
    bounded 30 argus -r "$1" -w flows.argus >log 2>&1
    bounded 30 ra -r flows.argus -n -u -s stime:20 ltime:20 dur pkts 2>>log | tail -1 | xargs
    rm flows.argus
}

# connection FILE: time of the first packet, elapsed time and throughput, from tcptrace.
connection() {
    bounded 30 tcptrace -lrn "$1" >log
    awk '/first packet:/ {print $6} /^\telapsed time:/ {print $3} /throughput:/ {print $2}' log | xargs
}

expect "argus: start, end, duration, packets; the capture starts at 1000 s" \
    "1000.000000 1002.600000 2.600000 14" "$(flow seconds_1000.pcap)"
expect "it starts at 0" "1.000000 2.600000 1.600000 14" "$(flow seconds_0.pcap)"
expect "1.3 ms from 1000 s" "1000.000000 1000.001300 0.001300 14" "$(flow millisecond_1000.pcap)"
expect "1.3 ms from 0" "4026531839.000000 4026531839.000000 0.000000 14" "$(flow millisecond_0.pcap)"
expect "tcptrace: first packet, elapsed time, throughput; the capture starts at 1000 s" \
    "00:16:40.000000 0:00:02.600000 154" "$(connection seconds_1000.pcap)"
expect "it starts at 0" "00:00:00.200000 0:00:02.399999 167" "$(connection seconds_0.pcap)"
finish
