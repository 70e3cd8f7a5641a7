#!/usr/bin/env bash
# Versions: trafgen 0.6.8 (Debian netsniff-ng 0.6.8-3), tshark 4.0.17.
# Expected: trafgen --out writes a capture of Ethernet, and eth() takes its EtherType from the header that follows.
# Observed: a packet that is listed as octets, the usual form of its configurations, becomes a packet of the link
# type NULL (BSD loopback): tshark decodes none. The same packet with eth() is Ethernet. The EtherType is set
# before ip4() and arp(), and is 0 before ip6(), also after a VLAN tag.
# Hurts: captures for a simulator or a replay. They have no Ethernet frames, or IPv6 packets that each receiver
# ignores.
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "trafgen needs root"
debian_packages netsniff-ng=0.6.8-3 tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3

# Link type in the header of the capture of a packet, and what tshark sees.
capture() {
    echo "{ $1 }" >packet.cfg
    bounded 30 trafgen --in packet.cfg --out packet.pcap --num 1 -P1 >log 2>&1 || changed "trafgen fails"
    echo "$(od -An -tu4 -j20 -N4 packet.pcap | xargs) $(tshark -r packet.pcap -T fields -e frame.protocols 2>/dev/null)"
}

addresses="da=02:00:00:00:00:01, sa=02:00:00:00:00:02"
expect "octets (1 eth:ethertype:data)" "0 null:ip" \
    "$(capture '0x02,0,0,0,0,1, 0x02,0,0,0,0,2, 0x88,0xb5, fill(0, 46)')"
expect "the same with eth()" "1 eth:ethertype:data" "$(capture "eth($addresses, type=0x88b5), fill(0, 46)")"
expect "ip4()" "1 eth:ethertype:ip:udp:data" "$(capture "eth($addresses), ip4(ttl=64), udp(dp=2000), fill(0, 20)")"
expect "ip6() (1 eth:ethertype:ipv6:udp:data)" "1 eth:ethertype:data" \
    "$(capture "eth($addresses), ip6(hl=64), udp(dp=2000), fill(0, 20)")"
expect "EtherType before ip6() (0x86dd)" 0x0000 "$(tshark -r packet.pcap -T fields -e eth.type 2>/dev/null)"
finish
