#!/usr/bin/env bash
# Versions: tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: with -r, the option -G 3600 divides a capture into one file per hour of its packets, and
# %s in the name is the time of the first packet of each file.
# Observed: the clock of the machine counts, not the times of the packets. A capture of ten hours
# becomes one file, and its name is the present time.
# Hurts: whoever divides a simulated capture with tcpdump: a script per interval sees one interval,
# and the names differ from run to run.
. "$(dirname "$0")/common.sh"

need python3
debian_packages tcpdump=4.99.3-1
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

write("hours.pcap", pcap([(3600 * hour, 0, ethernet(udp())) for hour in range(10)]))
CODE
mkdir parts
before=$(date +%s)
bounded 20 tcpdump -Z root -r hours.pcap -G 3600 -w parts/%s.pcap 2>log || changed "tcpdump fails"
after=$(date +%s)
name=$(ls parts)
expect "number of files" "1" "$(ls parts | wc -l)"
expect "packets in it" "10" "$(tcpdump -Z root -n -r "parts/$name" 2>/dev/null | grep -c UDP)"
number=${name%.pcap}
expect "the name is the present time" "yes" \
    "$([ "$number" -ge "$before" ] && [ "$number" -le "$after" ] && echo yes || echo "no, $number")"
finish
