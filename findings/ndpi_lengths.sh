#!/usr/bin/env bash
# Versions: ndpiReader of nDPI 4.2 (Debian libndpi-bin 4.2-2).
# Expected: the classes "Packet Len" and "Max Packet size" count frames or IP packets, and "IP bytes" those of IP.
# Observed: classes and maximum are lengths of the transport layer, without the IP header: an Ethernet frame of 1514 octets
# has 1480, and one of 97 octets is below 64. "IP bytes" are those of frames, with Ethernet headers and padding, so the
# average packet is larger than the maximum. Later fragments are no IP packets and no throughput. A capture from time 0
# has no throughput. Mb are 1 048 576 bits.
# Hurts: a histogram of packet sizes does not fit the counters of a card (64, 65 to 127, ...), and the load of
# fragmented NFS is a third. Simulated captures start at 0.
. "$(dirname "$0")/common.sh"

debian_packages libndpi-bin=4.2-2
cat >write.py <<'CODE'
import struct

def checksum(octets):
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF

def frame(data, fragment=0):
    """An Ethernet frame with a UDP datagram, or a fragment of one, padded to 60 octets."""
    header = struct.pack(">BBHHHBBH4s4s", 69, 0, 20 + len(data), 1, fragment, 64, 17, 0, bytes([10, 0, 0, 1]),
                         bytes([10, 0, 0, 2]))
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    return (bytes.fromhex("0200000000020200000000010800") + header + data).ljust(60, b"\0")

def udp(octets):
    return struct.pack(">HHHH", 1000, 2000, 8 + octets, 0) + bytes(octets)

def write(name, start, frames):
    with open(name, "wb") as file:
        file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for i, octets in enumerate(frames):
            file.write(struct.pack("<IIII", start, i * 1000, len(octets), len(octets)) + octets)

present = 1_700_000_000
write("97.pcap", present, 11 * [frame(udp(55))])
write("1514.pcap", present, 11 * [frame(udp(1472))])
write("zero.pcap", 0, 11 * [frame(udp(1472))])
whole = udp(1480 * 3 - 8)
write("fragments.pcap", present, [frame(whole[i * 1480 : (i + 1) * 1480], i * 185 + (i < 2) * 0x2000) for i in range(3)])
CODE
python3 write.py
# line CAPTURE LABEL: what ndpiReader prints after a label.
line() {
    bounded 30 ndpiReader -i "$1.pcap" >seen.txt 2>&1 || changed "ndpiReader fails"
    sed -nE "s/^\t$2: +(.*[^ ]) *$/\1/p" seen.txt
}

expect "frames of 97 octets: Packet Len < 64 (0)" 11 "$(line 97 "Packet Len < 64")"
expect "Max Packet size (97 or 83)" 63 "$(line 97 "Max Packet size")"
expect "IP bytes (913)" "1067          (avg pkt size 97 bytes)" "$(line 97 "IP bytes")"
expect "frames of 1514 octets: Max Packet size (1514 or 1500)" 1480 "$(line 1514 "Max Packet size")"
expect "three fragments: IP packets (3)" "1             of 3 packets total" "$(line fragments "IP packets")"
expect "frames of 1514 octets, one per ms (13.5)" "1.10 K pps / 12.91 Mb/sec" "$(line 1514 "Traffic throughput")"
expect "the same from time 0" "0.00 pps / 0 b/sec" "$(line zero "Traffic throughput")"
finish
