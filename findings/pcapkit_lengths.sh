#!/usr/bin/env bash
# Versions: pypcapkit 1.4.1.post2, tshark 4.0.17 (Debian tshark 4.0.17-0+deb12u3).
# Expected: the length of a frame is that on the line, and cap_len that in the file, as in tshark, where
# the names are from.
# Observed: the two are exchanged. Of a frame of 1514 octets with 96 captured, pcapkit returns len=96 and
# cap_len=1514. incl_len and orig_len of frame_info are right.
# Hurts: the throughput of a capture with headers only is too low by 16, and a filter for cut frames finds
# none.
. "$(dirname "$0")/common.sh"

python_packages pypcapkit==1.4.1.post2
python >seen - <<'CODE'
import struct

import pcapkit
from captures import ethernet, udp

frame = ethernet(udp(1472))
with open("cut.pcap", "wb") as file:
    file.write(struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 96, 1))
    file.write(struct.pack("<IIII", 1, 0, 96, len(frame)) + frame[:96])
info = pcapkit.extract(fin="cut.pcap", nofile=True, store=True).frame[0].info
print(info.len, info.cap_len, info.frame_info.incl_len, info.frame_info.orig_len)
CODE
debian_packages tshark=4.0.17-0+deb12u3
expect "pcapkit: len, cap_len, incl_len and orig_len (1514 96 96 1514)" "96 1514 96 1514" "$(cat seen)"
expect "tshark: frame.len and frame.cap_len" "1514 96" \
    "$(tshark -r cut.pcap -T fields -E separator=' ' -e frame.len -e frame.cap_len 2>log)"
finish
