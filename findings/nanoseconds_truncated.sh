#!/usr/bin/env bash
# Five capture tools turn a nanosecond capture into a microsecond one without a message.
#
# Versions: tcpdump 4.99.3, tcpslice 1.5, tcprewrite 4.4.3, editcap 4.0.17, scapy 2.8.0.
# Expected: a tool that copies packets keeps the resolution of its input, or says that it does not.
# Observed: tcpdump -w, tcpslice, tcprewrite and editcap -F pcap write a microsecond file. Each
#   cuts the last three digits off, so two packets 399 ns apart get one time. scapy's wrpcapng has
#   no other resolution than microseconds, though rdpcap keeps nanoseconds as exact decimals.
#   tcpdump keeps nanoseconds with --nano, editcap with -F nsecpcap.
# Hurts: users of simulators and capture cards, where frames follow each other within a microsecond:
#   gaps become 0, and the order of two ports is lost.
source "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
debian_packages tcpdump=4.99.3-1 tcpslice=1.5-1 tcpreplay=4.4.3-1 tshark=4.0.17-0+deb12u3 \
    wireshark-common=4.0.17-0+deb12u3

python - <<'CODE'
from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
write("in.pcap", pcap([(1, 999_999_600, frame), (1, 999_999_999, frame)], nano=True))
CODE

# Times of a file, as tshark reads them.
times() {
    tshark -r "$1" -T fields -e frame.time_epoch 2>/dev/null | paste -sd' '
}

expect "input" "1.999999600 1.999999999" "$(times in.pcap)"
cut="1.999999000 1.999999000"
tcpdump -Z root -r in.pcap -w tcpdump.pcap 2>/dev/null
expect "tcpdump -w" "$cut" "$(times tcpdump.pcap)"
tcpslice -w tcpslice.pcap in.pcap 2>/dev/null
expect "tcpslice -w" "$cut" "$(times tcpslice.pcap)"
tcprewrite --enet-dmac=02:00:00:00:00:09 --infile=in.pcap --outfile=tcprewrite.pcap 2>/dev/null
expect "tcprewrite" "$cut" "$(times tcprewrite.pcap)"
editcap -F pcap in.pcap editcap.pcap 2>messages.txt
expect "editcap -F pcap" "$cut" "$(times editcap.pcap)"
expect "messages of editcap" "" "$(grep -v 'Running as' messages.txt || true)"
python -c 'from scapy.all import rdpcap, wrpcapng; wrpcapng("scapy.pcapng", rdpcap("in.pcap"))' \
    2>/dev/null
expect "scapy wrpcapng" "$cut" "$(times scapy.pcapng)"
finish
