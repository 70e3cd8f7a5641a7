#!/usr/bin/env bash
# Versions: impacket 0.13.1, bittwist 2.0, scapy 2.8.0, dpkt 1.9.8.
# Expected: a UDP checksum that computes to 0 is written as 0xffff (RFC 768), since 0 means that
# there is none. A datagram without a checksum keeps none when another field is changed.
# Observed: scapy and dpkt write 0xffff. impacket and bittwiste write 0. Both also compute a
# checksum for a datagram that had none: impacket when a decoded frame is written, bittwiste at a
# new TTL.
# Hurts: tests of a card's checksum unit. One datagram in 65536 loses its protection, and the case
# "no checksum" of a capture is never sent.
. "$(dirname "$0")/common.sh"

python_packages impacket==0.13.1 scapy==2.8.0 dpkt==1.9.8
debian_packages bittwist=2.0-15 tshark=4.0.17-0+deb12u3
python >checksums 2>/dev/null <<'CODE'
import dpkt
from captures import ethernet, pcap, udp, write
from impacket import ImpactPacket
from impacket.ImpactDecoder import EthDecoder
from scapy.all import IP, UDP

data = bytes.fromhex("dfff") + bytes(16)  # makes the checksum of this datagram 0
print(bytes(IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=1000, dport=2000) / data)[26:28].hex())
datagram = dpkt.udp.UDP(sport=1000, dport=2000, ulen=26, data=data)
addresses = {"src": bytes([10, 0, 0, 1]), "dst": bytes([10, 0, 0, 2])}
print(bytes(dpkt.ip.IP(len=46, p=17, data=datagram, **addresses))[26:28].hex())
packet, header = ImpactPacket.IP(), ImpactPacket.UDP()
packet.set_ip_src("10.0.0.1")
packet.set_ip_dst("10.0.0.2")
header.set_uh_sport(1000)
header.set_uh_dport(2000)
header.contains(ImpactPacket.Data(data))
packet.contains(header)
print(packet.get_packet()[26:28].hex())
plain = ethernet(udp())
print(plain[40:42].hex(), bytes(EthDecoder().decode(plain).get_packet())[40:42].hex())
write("in.pcap", pcap([(1, 0, ethernet(udp()[:28] + data)), (2, 0, plain)]))
CODE
bittwiste -I in.pcap -O out.pcap -T ip -t 9 >log 2>&1
sums() { tshark -r "$1" -T fields -e udp.checksum 2>/dev/null | paste -sd' '; }
expect "scapy, computed" ffff "$(sed -n 1p checksums)"
expect "dpkt, computed" ffff "$(sed -n 2p checksums)"
expect "impacket, computed" 0000 "$(sed -n 3p checksums)"
expect "impacket, no checksum before and after" "0000 dfff" "$(sed -n 4p checksums)"
expect "bittwiste, before: to be computed, none" "0x0000 0x0000" "$(sums in.pcap)"
expect "bittwiste, after a new TTL" "0x0000 0xdfff" "$(sums out.pcap)"
finish
