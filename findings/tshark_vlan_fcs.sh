#!/usr/bin/env bash
# Versions: tshark 4.0.17 (Debian tshark 4.0.17-0+deb12u3), scapy 2.8.0.
# Expected: with eth.check_fcs, tshark recognizes and verifies the FCS at the end of a frame with a VLAN
# tag as it does without a tag.
# Observed: it does so for untagged frames only. At the end of a tagged frame the FCS is a field
# vlan.trailer, and a wrong one is no error. It is verified if the link type states the length of the
# FCS, or with the option eth.fcs:Always.
# Hurts: a search for damaged frames in a capture of a tap finds those of untagged traffic only.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
python - <<'CODE'
import zlib

from scapy.all import IP, UDP, Dot1Q, Ether, raw, wrpcap

frames = []
for header in (Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02"),
               Ether(src="02:00:00:00:00:01", dst="02:00:00:00:00:02") / Dot1Q(vlan=5)):
    frame = raw(header / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=9, dport=9) / bytes(100))
    fcs = zlib.crc32(frame)
    frames += [frame + fcs.to_bytes(4, "little"), frame + (fcs ^ 1).to_bytes(4, "little")]
wrpcap("frames.pcap", [Ether(frame) for frame in frames])
octets = bytearray(open("frames.pcap", "rb").read())
octets[23] = 0x24  # the link type states an FCS of 2 words of 16 bits
open("stated.pcap", "wb").write(octets)
CODE
debian_packages tshark=4.0.17-0+deb12u3

# Prints the status of the FCS of each frame: 1 good, 0 bad, - not found.
statuses() {
    tshark -r "$1" -o eth.check_fcs:TRUE "${@:2}" -T fields -e eth.fcs.status 2>log | sed 's/^$/-/' | paste -sd' '
}

expect "untagged good and bad, tagged good and bad (1 0 1 0)" "1 0 - -" "$(statuses frames.pcap)"
expect "trailers of the tagged frames" 2 "$(tshark -r frames.pcap -Y vlan.trailer 2>log | wc -l)"
expect "with eth.fcs:Always" "1 0 1 0" "$(statuses frames.pcap -o eth.fcs:Always)"
expect "with the length of the FCS in the link type" "1 0 1 0" "$(statuses stated.pcap)"
finish
