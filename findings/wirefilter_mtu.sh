#!/usr/bin/env bash
# Versions: wirefilter 2.3.2 of VDE (Debian vde-wirefilter 2.3.2+r586-8+b1).
# Expected: with an MTU of 1500 a line passes Ethernet frames of 1514 octets, whose packets have 1500; or, if the MTU is
# that of frames, 1500 octets.
# Observed: frames of up to 1498 octets pass: the two octets that VDE puts before each frame in a pipe count as well.
# Packets of 1485 to 1500 octets are dropped without a message.
# Hurts: each full-size packet is lost, and only these: a connection opens and then stalls, as with a broken path MTU.
. "$(dirname "$0")/common.sh"

debian_packages vde-wirefilter=2.3.2+r586-8+b1
cat >frames.py <<'CODE'
import struct
import sys

stream = sys.stdin.buffer.read() if sys.argv[1] == "read" else b""
if not stream:
    for length in map(int, sys.argv[2:]):
        sys.stdout.buffer.write(struct.pack(">H", length) + bytes(length))
lengths = []
while stream:
    (length,) = struct.unpack_from(">H", stream)
    lengths.append(length)
    stream = stream[2 + length :]
if lengths:
    print(*lengths)
CODE

# passed OPTIONS LENGTH...: the lengths of the frames that pass.
passed() {
    local length
    for length in "${@:2}"; do
        python3 frames.py write "$length"
    done | bounded 20 wirefilter $1 2>messages | python3 frames.py read
}
expect "frames without an MTU" "1484 1498 1499 1500 1514" "$(passed "" 1484 1498 1499 1500 1514)"
expect "with an MTU of 1500" "1484 1498" "$(passed "-m 1500" 1484 1498 1499 1500 1514)"
expect "with an MTU of 1514" "1484 1498 1499 1500" "$(passed "-m 1514" 1484 1498 1499 1500 1514)"
expect "with an MTU of 1516" "1484 1498 1499 1500 1514" "$(passed "-m 1516" 1484 1498 1499 1500 1514)"
expect "message" "wirefilter: monodirectional filter starting..." "$(cat messages)"
finish
