#!/usr/bin/env bash
# tshark's packet counts per interval leave out the last packet of an evenly spaced capture.
#
# Versions: tshark 4.0.17.
# Expected: the counts of "-z io,stat,1" add up to the number of packets. A packet on a boundary
#   belongs to one of the two intervals.
# Observed: for packets at 1, 2 and 3 s the table has two intervals of one packet each: the packet
#   that lies exactly on the last boundary is missing. The same three packets with the last one
#   1 us earlier or later are all counted. A capture shorter than 1 us gives an empty table, also
#   for
#   the whole duration ("-z io,stat,0").
# Hurts: throughput of simulated captures, in which packets come at exact multiples of the interval.
source "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
for name, last in (("exact", (3, 0)), ("early", (2, 999_999)), ("late", (3, 1))):
    write(f"{name}.pcap", pcap([(1, 0, frame), (2, 0, frame), (*last, frame)]))
write("short.pcap", pcap([(1, 0, frame), (1, 30, frame)], nano=True))
CODE

# Sum of the frames over all intervals.
frames() {
    tshark -q -r "$1.pcap" -z "io,stat,$2" 2>/dev/null |
        awk -F'|' '/<>/ {sum += $3} END {print sum + 0}'
}

expect "packets in the file" "3" "$(tshark -r exact.pcap 2>/dev/null | wc -l)"
expect "frames, last packet at 3 s" "2" "$(frames exact 1)"
expect "frames, last packet 1 us earlier" "3" "$(frames early 1)"
expect "frames, last packet 1 us later" "3" "$(frames late 1)"
expect "frames of a capture of 30 ns" "0" "$(frames short 0)"
finish
