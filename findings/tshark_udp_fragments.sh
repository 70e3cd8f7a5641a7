#!/usr/bin/env bash
# Versions: tshark 4.0.17 (Debian tshark 4.0.17-0+deb12u3), scapy 2.8.0.
# Expected: the conversations of UDP count all frames of a datagram that was sent in fragments.
# Observed: they count the frame that completes the datagram, and no other. Ten datagrams of 8000 octets,
# 82 120 octets in 60 frames, are 10 frames with 6420 octets. The conversations of IP are right. With
# ip.defragment off, the first fragments count, and the others do not.
# Hurts: measurements of NFS or of raw UDP with large datagrams. The throughput of a port is too low by
# a factor of 13, and depends on the size of the last fragment.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
python - <<'CODE'
from scapy.all import IP, UDP, Ether, fragment, wrpcap

frames = []
for number in range(10):
    datagram = IP(src="10.0.0.1", dst="10.0.0.2", id=number) / UDP(sport=800, dport=2049) / bytes(8000)
    for part in fragment(Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02") / datagram):
        part.time = len(frames) / 1000
        frames.append(part)
wrpcap("datagrams.pcap", frames)
CODE
debian_packages tshark=4.0.17-0+deb12u3

# Prints frames and octets of the only conversation of a protocol.
count() {
    tshark "${@:2}" -q -r datagrams.pcap -z "conv,$1" 2>log | awk '/<->/ {print $7, $8, $9}'
}

expect "IP: frames and octets" "60 82 kB" "$(count ip)"
expect "UDP" "10 6420 bytes" "$(count udp)"
expect "UDP without defragmentation" "10 15 kB" "$(count udp -o ip.defragment:FALSE)"
finish
