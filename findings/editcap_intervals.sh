#!/usr/bin/env bash
# editcap -i puts a packet on a boundary into the earlier file, and names empty files after later
#   packets.
#
# Versions: editcap 4.0.17, tshark 4.0.17.
# Expected: files hold the packets of [0, 0.5), [0.5, 1.0), ...: five each for one packet per 0.1 s.
# Observed: intervals are open at the start and closed at the end, but for the first, which has both
#   ends: 6, 5 and 4 packets for 15. After a gap, empty files are written, one per interval, whose
#   names have the time of the packet that follows the gap.
# Hurts: counts per file of evenly spaced traffic, and a program that takes the time from the name.
source "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
write("even.pcap", pcap([(1 + i // 10, i % 10 * 100_000, frame) for i in range(15)]))
write("gap.pcap", pcap([(1, 0, frame), (5, 0, frame)]))
CODE

# Number of packets of each file that a split wrote.
counts() {
    local file
    for file in "$1"_*; do
        tshark -r "$file" 2>/dev/null | wc -l
    done | paste -sd' '
}

editcap -i 0.5 even.pcap even.pcap 2>/dev/null
expect "packets of 15 in files of 0.5 s" "6 5 4" "$(counts even)"
editcap -i 1 gap.pcap gap.pcap 2>/dev/null
expect "packets at 1 s and 5 s in files of 1 s" "1 0 0 1" "$(counts gap)"
expect "name of the first empty file" "gap_00001_19700101000005.pcap" "$(ls | grep gap_00001)"
finish
