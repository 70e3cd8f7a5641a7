#!/usr/bin/env bash
# Versions: tshark 4.0.17.
# Expected: AVG, MAX and SUM of frame.time_delta in -z io,stat have the resolution of the field,
# which -T fields prints with nine digits.
# Observed: the table has microseconds. Gaps of 400 ns are listed as 0.000000. Gaps of 1600 ns are
# 0.000002 in the column MAX and, averaged over the packets, 0.000001.
# Hurts: measurements of interframe gaps or delays of cards. A frame of 64 octets at 1 Gb/s takes
# 0.7 us, so results are 0 or wrong by up to a factor of two.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3
need python3
python3 <<'CODE'
from captures import ethernet, pcap, udp, write

for gap in (400, 1600):
    records = [(1, gap * i, ethernet(udp(ident=i))) for i in range(5)]
    write(f"{gap}.pcap", pcap(records, nano=True))
CODE
table() {
    local column=frame.time_delta
    tshark -r "$1.pcap" -q -z "io,stat,0,AVG($column)$column,MAX($column)$column" 2>/dev/null |
        awk -F'|' '/<>/ {gsub(/ /, ""); print $3, $4}'
}
fields() { tshark -r "$1.pcap" -T fields -e frame.time_delta 2>/dev/null | sed -n 2p; }
expect "gaps of 400 ns, -T fields" 0.000000400 "$(fields 400)"
expect "gaps of 400 ns, AVG and MAX (0.00000032 and 0.0000004)" "0.000000 0.000000" "$(table 400)"
expect "gaps of 1600 ns, AVG and MAX (0.00000128 and 0.0000016)" "0.000001 0.000002" "$(table 1600)"
finish
