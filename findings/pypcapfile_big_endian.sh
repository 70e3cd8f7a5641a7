#!/usr/bin/env bash
# Versions: pypcapfile 0.12.0, Python 3.11; tcpdump 4.99.3 (Debian tcpdump 4.99.3-1).
# Expected: load_savefile returns the packets of a capture in either byte order, as it recognizes both.
# Observed: of a big-endian capture it returns no packet, without an error, and states big-endian. It
# compares octets with text, and so reads lengths in the other order.
# Hurts: captures of hosts with a big-endian processor, and of programs that write in network order, seem
# to be empty.
. "$(dirname "$0")/common.sh"

python_packages pypcapfile==0.12.0
python >seen - <<'CODE'
import struct

from pcapfile import savefile

for order in "<>":
    with open("frames.pcap", "wb") as file:
        file.write(struct.pack(order + "IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for second in range(3):
            file.write(struct.pack(order + "IIII", second, 0, 60, 60) + bytes(60))
    capture = savefile.load_savefile(open("frames.pcap", "rb"))
    print(capture.valid, capture.header.byteorder.decode(), [packet.timestamp for packet in capture.packets])
CODE
debian_packages tcpdump=4.99.3-1
expect "little-endian" "True little [0, 1, 2]" "$(sed -n 1p seen)"
expect "big-endian (True big [0, 1, 2])" "True big []" "$(sed -n 2p seen)"
expect "packets that tcpdump reads from it" 3 "$(tcpdump -r frames.pcap 2>log | wc -l)"
finish
