#!/usr/bin/env bash
# Versions: pycapng 0.19.7, tshark 4.0.17.
# Expected: read_packets returns times in nanoseconds for pcap and pcapng, and
# merge(sort_by_timestamp=True) sorts packets by their times.
# Observed: the fraction of a pcap file with nanoseconds is taken for microseconds: 400 ns become
# 400 us, and 0.5 s become 500 s. if_tsoffset is left out, and picoseconds wrap. Nanoseconds in pcapng
# are right. sort_by_timestamp has no effect: the packets of a file follow those of the file before it.
# Hurts: delays of a card that are read from pcap are too long by 1000. Captures of two points of a card
# are merged without an error, and each answer comes before its request.
. "$(dirname "$0")/common.sh"

python_packages pycapng==0.19.7
debian_packages tshark=4.0.17-0+deb12u3
python >lines <<'CODE'
import struct
import subprocess

import pycapng

from captures import ethernet, interface, packet, pcap, resolution, section, udp, write

frame = ethernet(udp())
write("nano.pcap", pcap([(1, 0, frame), (1, 400, frame), (1, 500000000, frame)], nano=True))
write("micro.pcap", pcap([(1, 0, frame), (1, 500000, frame)]))
for name, options, ticks in (("nano", [resolution(9)], 1500000000), ("pico", [resolution(12)], 1500000000000),
                             ("offset", [resolution(9), (14, struct.pack("<q", 1000))], 1500000000)):
    write(name + ".pcapng", section(), interface(opts=options), packet(0, ticks, frame))
for name, times in (("one", (1, 3)), ("two", (2, 4))):
    write(name + ".pcapng", section(), interface(), *[packet(0, time * 1000000, frame) for time in times])

for name in "micro.pcap", "nano.pcap", "nano.pcapng", "offset.pcapng", "pico.pcapng":
    print(*[packet.timestamp_ns for packet in pycapng.read_packets(name)])
pycapng.merge(["one.pcapng", "two.pcapng"], "merged.pcapng", sort_by_timestamp=True)
print(*[packet.timestamp_ns // 1000000000 for packet in pycapng.read_packets("merged.pcapng")])
CODE
expect "pcap with microseconds, 1 s and 1.5 s" "1000000000 1500000000" "$(sed -n 1p lines)"
expect "pcap with nanoseconds, 1 s, 1.0000004 s and 1.5 s" "1000000000 1000400000 501000000000" \
    "$(sed -n 2p lines)"
expect "pcapng with nanoseconds, 1.5 s" "1500000000" "$(sed -n 3p lines)"
expect "pcapng with an offset, 1001.5 s" "1500000000" "$(sed -n 4p lines)"
expect "pcapng with picoseconds, 1.5 s" "1001937910" "$(sed -n 5p lines)"
expect "seconds of 1, 3 and 2, 4 merged with sort_by_timestamp" "1 3 2 4" "$(sed -n 6p lines)"
expect "the same in tshark" "1.000000000 3.000000000 2.000000000 4.000000000" \
    "$(tshark -r merged.pcapng -T fields -e frame.time_epoch 2>messages | xargs)"
finish
