#!/usr/bin/env bash
# Versions: scapy 2.8.0, tshark 4.0.17.
# Expected: rderf returns the Ethernet frames of an ERF file and refuses or omits other records.
# Observed: each record is taken for an Ethernet frame, also an ATM cell. After two extension headers
# the frame begins eight octets too early, as only one header is skipped.
# Hurts: evaluations of captures of Endace cards. Cells count as frames, and frames have wrong
# addresses.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python >seen 2>log - <<'CODE'
import struct

from scapy.all import rderf

from captures import ethernet, udp, write


def record(kind, body, extensions=()):
    """Returns an ERF record at 1 s; the upper bit of a header's first octet announces another."""
    headers = b"".join(
        bytes([0x80 * (i + 1 < len(extensions)) + code]) + bytes(7) for i, code in enumerate(extensions))
    kind |= 0x80 if extensions else 0
    size = 16 + len(headers) + len(body)
    return struct.pack("<Q", 1 << 32) + struct.pack(">BBHHH", kind, 4, size, 0, 60) + headers + body


frame = b"\0\0" + ethernet(udp())  # offset, pad, frame
cell = bytes.fromhex("00000640") + bytes(48)  # header without HEC, payload
write("plain.erf", record(2, frame))
write("one.erf", record(2, frame, [3]))
write("two.erf", record(2, frame, [3, 4]))
write("cell.erf", record(3, cell))
for name in ("plain", "one", "two", "cell"):
    print(*[f"{type(p).__name__} {p.src}" for p in rderf(name + ".erf")])
CODE
# What tshark reads in a file.
correct() {
    tshark -r "$1.erf" -T fields -e erf.types.type -e eth.src 2>/dev/null | tr '\t' ' '
}
for name in plain one two; do
    expect "tshark, $name" "2 02:00:00:00:00:01" "$(correct $name)"
done
expect "tshark, cell" "3 " "$(correct cell)"
expect "scapy, no extension header" "Ether 02:00:00:00:00:01" "$(sed -n 1p seen)"
expect "scapy, one extension header" "Ether 02:00:00:00:00:01" "$(sed -n 2p seen)"
expect "scapy, two extension headers" "Dot3 00:00:02:00:00:00" "$(sed -n 3p seen)"
expect "scapy, an ATM cell" "Dot3 00:00:00:00:00:00" "$(sed -n 4p seen)"
finish
