#!/usr/bin/env bash
# Versions: editcap and tshark 4.0.17.
# Expected: -E 0.0001 changes one octet of 10 000, as the manual page of editcap says: with a probability of
# 0.02 each byte has a chance of 2 % to have an error.
# Observed: of 1 500 000 octets, some 6000 differ instead of 150. The number of packets with an error is as
# expected, but one error of 18 sets all octets up to the end of the packet to 0xaa. With 0.01 a third of
# all octets differ.
# Hurts: tests of checksums and of receivers with a rate of errors. The rate is 40 times as high, and a run of
# equal octets is no noise of a line: a rule for lengths finds it before a checksum does.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
cat >frames.py <<'CODE'
import struct
import sys

from captures import pcap, write

FRAMES, OCTETS = 1000, 1500


def frames(path):
    """Returns the frames of a pcap file."""
    data = open(path, "rb").read()
    assert len(data) == 24 + FRAMES * (16 + OCTETS)
    return [data[start + 16 : start + 16 + OCTETS] for start in range(24, len(data), 16 + OCTETS)]


if len(sys.argv) == 2:
    header = bytes.fromhex("02000000000102000000000288b5")
    write(sys.argv[1], pcap([(0, i, header + b"\x55" * (OCTETS - 14)) for i in range(FRAMES)]))
else:
    pairs = list(zip(*map(frames, sys.argv[1:])))
    octets = sum(a != b for x, y in pairs for a, b in zip(x, y))
    print(sum(x != y for x, y in pairs), octets, sum(y.endswith(b"\xaa" * 8) for _, y in pairs))
CODE
python3 frames.py in.pcap
for probability in 0.0001 0.01; do
    editcap -F pcap -E $probability --seed 1 in.pcap $probability.pcap >log 2>&1 || changed "editcap fails"
    python3 frames.py in.pcap $probability.pcap
done >seen
expect "packets and octets that differ with 0.0001 (some 139, 150), packets that end with 0xaa" \
    "132 5937 7" "$(sed -n 1p seen)"
expect "with 0.01 (1000, 15 000)" "1000 489931 568" "$(sed -n 2p seen)"
expect "frames in both" "1000 1000" "$(for f in in 0.01; do tshark -r $f.pcap 2>/dev/null | wc -l; done | xargs)"
finish
