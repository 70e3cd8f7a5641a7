#!/usr/bin/env bash
# dpkt reads the times of all interfaces of a pcapng file with the resolution of the first one.
#
# Versions: dpkt 1.9.8, tshark 4.0.17, mergecap 4.0.17.
# Expected: each packet's time is read with the if_tsresol of its own interface.
# Observed: after mergecap of a nanosecond and a microsecond capture, dpkt reads 2 s as 0.002 s.
#   With the other order of the two files 1 s is read as 1000 s. No message.
# Hurts: whoever merges a card's capture (nanoseconds) with a host's (microseconds) and reads it in
#   Python: delays between the two are wrong by a factor of 1000.
source "$(dirname "$0")/common.sh"

python_packages dpkt==1.9.8
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python - <<'CODE'
from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
write("card.pcap", pcap([(1, 0, frame)], nano=True))
write("host.pcap", pcap([(2, 0, frame)]))
CODE
mergecap -w card_host.pcapng card.pcap host.pcap 2>/dev/null
mergecap -w host_card.pcapng host.pcap card.pcap 2>/dev/null

# Times of a file, as dpkt reads them.
times() {
    python -c 'import dpkt, sys; print(*[t for t, _ in dpkt.pcapng.Reader(open(sys.argv[1], "rb"))])' "$1"
}

expect "tshark" "1.000000000 2.000000000" \
    "$(tshark -r card_host.pcapng -T fields -e frame.time_epoch 2>/dev/null | paste -sd' ')"
expect "dpkt, card first" "1.0 0.002" "$(times card_host.pcapng)"
expect "dpkt, host first" "1000.0 2.0" "$(times host_card.pcapng)"
finish
