#!/usr/bin/env bash
# The tools of Wireshark count four octets fewer per SUNATM record than all others.
#
# Versions: tshark and capinfos 4.0.17, tcpdump 4.99.3 (libpcap 1.10.3), dpkt 1.9.8.
# Expected: frame.len is the length in the record header, which dpkt and filters of libpcap use too.
# Observed: for SUNATM (link type 123) tshark and capinfos leave out the pseudo-header of 4 octets:
#   54 octets where the record, dpkt and libpcap have 58.
# Hurts: throughput of AAL5 traffic that is computed from captures with two tools.
source "$(dirname "$0")/common.sh"

python_packages dpkt==1.9.8
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python >length.txt - <<'CODE'
import dpkt
from captures import pcap, udp, write

llc = bytes.fromhex("82000064") + bytes.fromhex("aaaa030000000800")  # sent, LLC, VPI 0, VCI 100
write("atm.pcap", pcap([(1, 0, llc + udp())], link=123))
print(*[len(data) for _, data in dpkt.pcap.Reader(open("atm.pcap", "rb"))])
CODE
expect "dpkt" "58" "$(cat length.txt)"
expect "tshark, frame.len" "54" "$(tshark -r atm.pcap -T fields -e frame.len 2>/dev/null)"
expect "capinfos" "54 bytes" \
    "$(capinfos -M -d atm.pcap 2>/dev/null | grep -oP 'Data size: *\K.*')"

# Number of packets of a file that pass a filter of tcpdump.
passing() {
    tcpdump -Z root -tt -n -r "$1" "$2" 2>/dev/null | grep -c '^1[.]' || true
}

expect "packets through 'less 57' in tcpdump" "0" "$(passing atm.pcap 'less 57')"
expect "packets through 'less 58' in tcpdump" "1" "$(passing atm.pcap 'less 58')"
finish
