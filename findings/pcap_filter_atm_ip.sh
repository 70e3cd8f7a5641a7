#!/usr/bin/env bash
# Versions: tcpdump 4.99.3 (Debian tcpdump 4.99.3-1), libpcap 1.10.3, tshark 4.0.17 (Debian tshark 4.0.17-0+deb12u3).
# Expected: the filter "ip" passes the packets that tcpdump prints as IP; "a or b" passes the same as "b or a".
# Observed: of a capture of ATM it passes those with LLC and the EtherType of IP: not LAN emulation, bridged Ethernet or
# NLPID, which tcpdump prints as IP too. After the word "lane" the rest of a filter is only about LAN emulation, as the
# manual states: "(lane and ip) or ip" loses those with LLC, and "ip or (lane and ip)" keeps them. No filter for IP
# passes bridged frames. On Ethernet "ip" does not pass IP in LLC/SNAP. The display filter of tshark passes all.
# Hurts: packets that are counted with a filter of tcpdump, or of any program that uses libpcap, are too few by those of
# the other encapsulations: of a circuit for bridged Ethernet there are none. Nothing points to it.
. "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
need python3
python3 - <<'CODE'
import struct


def write(name, link_type, packets):
    """Writes a capture with a packet per second."""
    with open(name, "wb") as file:
        file.write(struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type))
        for second, packet in enumerate(packets, 1):
            file.write(struct.pack("<IIII", second, 0, len(packet), len(packet)) + packet)


ip = bytes.fromhex("45000030000100004011 66ba 0a000001 0a000002 03e807d0001c0000") + bytes(20)
ethernet = bytes.fromhex("020000000002 020000000001")
snap = bytes.fromhex("aaaa03 000000 0800")
write("atm.pcap", 123, [  # of SUNATM: kind of traffic, VPI, VCI
    bytes.fromhex("02 00 0064") + snap + ip,
    bytes.fromhex("02 00 0065 aaaa03 0080c2 0007 0000") + ethernet + b"\x08\x00" + ip,
    bytes.fromhex("01 00 0066 0001") + ethernet + b"\x08\x00" + ip,
    bytes.fromhex("02 00 0067 fefe03 cc") + ip])
write("ethernet.pcap", 1, [ethernet + b"\x08\x00" + ip, ethernet + struct.pack(">H", 8 + len(ip)) + snap + ip])
CODE
# printed FILE FILTER: the packets that tcpdump prints as IP, by their seconds.
printed() {
    tcpdump -nn -tt -r "$1" "$2" 2>log | grep 'IP 10.0.0.1.1000 > 10.0.0.2.2000' | cut -d. -f1 | xargs
}
expect "ATM, printed as IP without a filter: LLC, bridged, LAN emulation, NLPID" "1 2 3 4" \
    "$(printed atm.pcap '')"
expect "filter 'ip' (1 2 3 4)" 1 "$(printed atm.pcap ip)"
expect "filter 'udp port 2000' (1 2 3 4)" 1 "$(printed atm.pcap 'udp port 2000')"
expect "filter 'ip or (lane and ip)' (1 2 3 4)" "1 3" "$(printed atm.pcap 'ip or (lane and ip)')"
expect "filter '(lane and ip) or ip' (1 2 3 4)" 3 "$(printed atm.pcap '(lane and ip) or ip')"
expect "filter 'not lane and ip' (1 2 4)" "" "$(printed atm.pcap 'not lane and ip')"
expect "Ethernet without a filter: EtherType, LLC/SNAP" "1 2" "$(printed ethernet.pcap '')"
expect "filter 'ip' (1 2)" 1 "$(printed ethernet.pcap ip)"
for file in atm ethernet; do
    tshark -r $file.pcap -Y 'ip.src == 10.0.0.1' -T fields -e frame.number 2>log | xargs
done >seen
expect "display filter 'ip' of tshark, ATM and Ethernet" "1 2 3 4 1 2" "$(xargs <seen)"
finish
