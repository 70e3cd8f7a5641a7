#!/usr/bin/env bash
# Versions: editcap, mergecap, reordercap, tshark 4.0.17.
# Expected: a copy of a pcapng file keeps what is standard in it: addresses and speeds of the
# interface, the hash of a packet, the statistics of the interface.
# Observed: a copy keeps if_name, if_speed, epb_flags and epb_dropcount, but not if_MACaddr,
# if_txspeed, if_rxspeed and epb_hash. The interface statistics block, with the numbers of
# received and dropped packets, is missing as well. No message reports this.
# Hurts: an evaluation that finds a card by its address, compares packets by their hash or reads
# the losses of a run. It works on the original and not on a filtered or merged capture.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
need python3
cat >probe.py <<'CODE'
import struct
import sys
from captures import block, ethernet, interface, options, pad, resolution, section, udp, write

if sys.argv[1] == "write":
    speed = struct.pack("<Q", 155520000)
    data = ethernet(udp())
    card = [resolution(9), (2, b"card"), (6, bytes.fromhex("020000000001")), (8, speed), (16, speed), (17, speed)]
    marks = [(2, bytes([1, 0, 0, 0])), (3, bytes([2, 1, 2, 3, 4])), (4, struct.pack("<Q", 3))]
    head = struct.pack("<IIIII", 0, 0, 10**9, len(data), len(data))
    counts = struct.pack("<III", 0, 0, 2 * 10**9) + options([(4, struct.pack("<Q", 30)), (5, struct.pack("<Q", 7))])
    write("in.pcapng", section(), interface(opts=card), block(6, head + pad(data) + options(marks)), block(5, counts))
    sys.exit()
data = open(sys.argv[1], "rb").read()
at = 0
starts = {1: 8, 5: 12, 6: 20 + len(pad(ethernet(udp())))}
names = {1: "interface", 5: "statistics", 6: "packet"}
while at < len(data):
    kind, size = struct.unpack_from("<II", data, at)
    if kind in starts:
        place, codes = at + 8 + starts[kind], []
        while place < at + size - 4:
            code, length = struct.unpack_from("<HH", data, place)
            codes += [str(code)] * (code > 0)
            place += 4 + length + -length % 4
        print(names[kind], *codes, end="; ")
    at += size
CODE
python3 probe.py write
editcap in.pcapng editcap.pcapng
mergecap -w mergecap.pcapng in.pcapng
reordercap in.pcapng reordercap.pcapng >/dev/null
tshark -r in.pcapng -w tshark.pcapng 2>/dev/null
expect "options of the original" "interface 9 2 6 8 16 17; packet 2 3 4; statistics 4 5; " "$(python3 probe.py in.pcapng)"
for tool in editcap mergecap reordercap tshark; do
    expect "options after $tool" "interface 9 2 8; packet 2 4; " "$(python3 probe.py "$tool.pcapng")"
done
finish
