#!/usr/bin/env bash
# Versions: tcpcapinfo 4.4.3 of tcpreplay.
# Expected: the column Timestamp has seconds with a decimal fraction.
# Observed: the fraction is the field of the record in hexadecimal, without leading zeros and without
# a mark. 10 us and 16 us after the second are 1.a and 1.10, and 1.1 s is 1.186a0.
# Hurts: gaps that are read from this column, or computed from it by a script. Values without a
# letter look like decimal ones and are wrong by any factor.
. "$(dirname "$0")/common.sh"

debian_packages tcpreplay=4.4.3-1
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

write("in.pcap", pcap([(1, microseconds, ethernet(udp())) for microseconds in (10, 16, 400, 100000)]))
CODE
bounded 20 tcpcapinfo in.pcap >table 2>log
expect "times of 10, 16, 400 and 100000 us after 1 s" "1.a 1.10 1.190 1.186a0" \
    "$(awk '/OK$/ {print $4}' table | paste -sd' ')"
expect "name of the column" "Timestamp" "$(grep -o Timestamp table)"
finish
