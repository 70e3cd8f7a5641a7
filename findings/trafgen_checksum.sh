#!/usr/bin/env bash
# Versions: trafgen 0.6.8 (Debian netsniff-ng 0.6.8-3), tshark 4.0.17.
# Expected: the header functions ip4() and udp() give each packet right checksums, as the length and the checksum
# are filled in where the configuration leaves them out.
# Observed: the checksum of UDP is computed once, before counters and random octets of the payload are set. With
# a constant payload it is right; with dinc() or drnd() it is wrong in all packets, also in the first one.
# There is no message.
# Hurts: tests of a receiver with numbered packets. A card with a checksum unit marks each of them as bad, and a
# host drops them all: it looks like a loss of 100 %.
. "$(dirname "$0")/common.sh"

[ "$(id -u)" = 0 ] || skip "trafgen needs root"
debian_packages netsniff-ng=0.6.8-3 tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3

# Status of the UDP checksums of four packets (1 is good, 0 bad), and the first octets of the payloads.
statuses() {
    echo "{ eth(da=02:00:00:00:00:01), ip4(ttl=64), udp(sp=1000, dp=2000), $1 }" >packet.cfg
    bounded 30 trafgen --in packet.cfg --out packets.pcap --num 4 -P1 >log 2>&1 || changed "trafgen fails"
    tshark -r packets.pcap -o udp.check_checksum:TRUE -T fields -e udp.checksum.status 2>/dev/null | xargs
}

expect "constant payload (1 1 1 1)" "1 1 1 1" "$(statuses 'fill(0x55, 20)')"
expect "counter in the payload (1 1 1 1)" "0 0 0 0" "$(statuses 'dinc(1, 4), fill(0x55, 19)')"
expect "its octets" "02 03 04 01" "$(tshark -r packets.pcap -T fields -e data 2>/dev/null | cut -c1-2 | xargs)"
expect "random payload (1 1 1 1)" "0 0 0 0" "$(statuses 'drnd(20)')"
finish
