#!/usr/bin/env bash
# libpcap refuses a pcapng file for an interface that has no packet, and for its snapshot length.
#
# Versions: tcpdump 4.99.3 (libpcap 1.10.3), tshark 4.0.17.
# Expected: packets are read up to the first one that cannot be handed over under the file's single
#   link type. A snapshot length is a limit, so the largest one serves for all.
# Observed: the description of a second interface with another link type ends the program, even when
#   no packet belongs to it, and the same link type with another snapshot length does too. If the
#   description comes late, the packets before it are read. The exit code is 1.
# Hurts: captures of several ports of a card: Wireshark opens what tcpdump, and all that uses
#   libpcap, refuses.
source "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, interface, packet, section, udp, write

one, two = (packet(0, ticks, ethernet(udp())) for ticks in (1_000_000, 2_000_000))
write("early.pcapng", section(), interface(), interface(link=228), one, two)
write("late.pcapng", section(), interface(), one, interface(link=228), two)
write("snap.pcapng", section(), interface(snap=65535), interface(snap=65536), one, two)
CODE
link="tcpdump: pcap_loop: an interface has a type 228 different from the type of the first interface"
snap="an interface has a snapshot length 65536 different from the snapshot length of the first interface"
for file in early late snap; do
    expect "packets of $file.pcapng in tshark" "2" \
        "$(tshark -r $file.pcapng 2>/dev/null | wc -l)"
done
expect "exit code for early.pcapng" "1" "$(status tcpdump -Z root -n -tt -r early.pcapng)"
expect "packets" "0" "$(grep -c 'UDP' log || true)"
expect "message" "$link" "$(grep pcap_loop log)"
expect "exit code for late.pcapng" "1" "$(status tcpdump -Z root -n -tt -r late.pcapng)"
expect "packets" "1" "$(grep -c 'UDP' log || true)"
expect "exit code for snap.pcapng" "1" "$(status tcpdump -Z root -n -tt -r snap.pcapng)"
expect "message" "tcpdump: pcap_loop: $snap" "$(grep pcap_loop log)"
finish
