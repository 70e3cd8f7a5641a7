#!/usr/bin/env bash
# Versions: editcap and tshark 4.0.17.
# Expected: a copy in a format that editcap offers keeps the date and the time of each packet within
# the resolution of the format.
# Observed: in the format k12text all packets are of 1 January 2000. In lanalyzer the first packet
# is at midnight. In ngsniffer a time of 1970 is one of 1979. The exit code is always 0.
# Hurts: simulated captures begin at time 0, and two files are compared by absolute times. After a
# conversion the two sides of a link are years apart.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

for name, second in (("new", 1700000000), ("zero", 1)):
    write(name + ".pcap", pcap([(second, 0, ethernet(udp()))]))
CODE
# The time in a copy of a capture in another format, in whole seconds.
copy() {
    expect "exit code of editcap -F $2" 0 "$(status editcap -F "$2" "$1.pcap" "out.$2")"
    tshark -r "out.$2" -T fields -e frame.time_epoch 2>log | awk '{printf "%.0f\n", $1}'
}
# Compares the time in a copy, which is the last line that `copy` prints.
copied() {
    expect "time $3 in the format $2" "$4" "$(copy "$1" "$2" | tail -n 1)"
}
copied new snoop 1700000000 1700000000
copied new k12text 1700000000 946761200
copied new lanalyzer 1700000000 1699920000
copied zero snoop 1 1
copied zero k12text 1 946681201
copied zero ngsniffer 1 312768001
finish
