#!/usr/bin/env bash
# Versions: dpkt 1.9.8, tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: a full Ethernet frame of 1514 octets that dpkt writes is read back whole.
# Observed: dpkt.pcap.Writer states a snapshot length of 1500 in the file header by default, and
# writes longer frames whole. libpcap cuts each frame at the stated length: a copy by tcpdump has
# 1500 of 1514 octets. Neither program prints a message.
# Hurts: whoever writes simulated frames with dpkt. Full frames lose their last 14 octets in each
# tool that uses libpcap, and checks of their checksums fail.
. "$(dirname "$0")/common.sh"

python_packages dpkt==1.9.8
debian_packages tcpdump=4.99.3-1
python - <<'CODE'
import dpkt

writer = dpkt.pcap.Writer(open("full.pcap", "wb"))
writer.writepkt(bytes(12) + b"\x88\xb5" + bytes(1500), 1.5)
writer.close()
CODE
tcpdump -Z root -r full.pcap -w copy.pcap 2>log || changed "tcpdump fails"

# Snapshot length of a file, and both lengths of its first record.
lengths() {
    python -c 'import struct, sys
data = open(sys.argv[1], "rb").read()
print(*struct.unpack_from("<I", data, 16), *struct.unpack_from("<II", data, 32))' "$1"
}

expect "dpkt: snapshot length, octets in the file, length of the frame" "1500 1514 1514" \
    "$(lengths full.pcap)"
expect "copy by tcpdump" "1500 1500 1514" "$(lengths copy.pcap)"
expect "lines of a warning" "0" "$(grep -vc '^reading from file' log || true)"
finish
