#!/usr/bin/env bash
# Versions: os-ken 4.2.2, tshark 4.0.17.
# Expected: a frame that pcaplib.Writer cuts to the snapshot length keeps its length on the line in
# the record.
# Observed: the record states the length of the rest: a frame of 1514 octets is one of 96.
# Hurts: captures of a controller that keep headers only. Throughput and sizes of packets are those
# of the cut frames, and no tool can show that octets are missing.
. "$(dirname "$0")/common.sh"

python_packages os-ken==4.2.2
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python 2>log - <<'CODE'
from os_ken.lib.pcaplib import Writer

from captures import ethernet, udp

with open("out.pcap", "wb") as file:
    writer = Writer(file, snaplen=96)
    for octets in (18, 1472):
        writer.write_pkt(ethernet(udp(octets)), ts=1)
CODE
expect "frame.len and frame.cap_len of frames of 60 and 1514 octets" "60 60,96 96" \
    "$(tshark -r out.pcap -T fields -e frame.len -e frame.cap_len 2>log | tr '\t' ' ' | paste -sd,)"
finish
