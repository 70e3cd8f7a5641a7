#!/usr/bin/env bash
# Versions: tcprewrite 4.4.3, tshark 4.0.17.
# Expected: an option that changes Ethernet addresses leaves the IP packet as it is. The padding of a
# short frame stays padding.
# Observed: with each option, and without one, the padding becomes part of the packet. A datagram of 33
# octets in a frame of 60 gets a total length of 46, and a UDP checksum that is wrong. The UDP length
# stays 13. Frames without padding do not change.
# Hurts: a test of a card with a prepared capture. Its checksum unit drops each short datagram, and
# counts of octets are too high.
. "$(dirname "$0")/common.sh"

need python3
debian_packages tcpreplay=4.4.3-1 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
import struct

from captures import checksum, ethernet, pcap, udp, write


def datagram(octets):
    packet = udp(octets)
    pseudo = packet[12:20] + struct.pack(">HH", 17, 8 + octets)
    total = checksum(pseudo + packet[20:] + bytes(octets % 2))
    return ethernet(packet[:26] + struct.pack(">H", total) + packet[28:])


short, long = datagram(5), datagram(18)
write("in.pcap", pcap([(1, 0, short + bytes(60 - len(short))), (2, 0, long)]))
CODE

# fields FILE: per frame its length, total length of IP, UDP length, padding, UDP checksum good (1).
fields() {
    tshark -n -o udp.check_checksum:TRUE -r "$1" -T fields -E separator=, -e frame.len -e ip.len \
        -e udp.length -e eth.padding -e udp.checksum.status 2>messages | xargs
}
expect "frame, IP length, UDP length, padding, checksum is good" \
    "60,33,13,00000000000000000000000000,1 60,46,26,,1" "$(fields in.pcap)"
for option in --enet-dmac=02:00:00:00:00:09 --ttl=9 --srcipmap=10.0.0.1/32:10.0.0.7/32 --fixcsum; do
    expect "exit code with $option" 0 "$(status tcprewrite "$option" -i in.pcap -o out.pcap)"
    expect "frames" "60,46,13,,0 60,46,26,,1" "$(fields out.pcap)"
done
expect "exit code without an option" 0 "$(status tcprewrite -i in.pcap -o out.pcap)"
expect "frames" "60,46,13,,0 60,46,26,,1" "$(fields out.pcap)"
finish
