#!/usr/bin/env bash
# Versions: text2pcap and tshark 4.0.17 (Debian 4.0.17-0+deb12u3).
# Expected: a time without a fraction is read, or text2pcap prints that it does not fit the format, as it does for 1e-6.
# Observed: it is taken for the offset of a line. With "%s.%f" a packet at 2 gets the time of the packet before it plus
# 1 us, and the first one the present time, without a message and with the exit code 0; for 100 a message names an
# offset, and 1000000000 is too large. With "%s" whole seconds are ignored as well, and 6.5 is read as 6.
# Hurts: awk and Tcl print 2 for 2.0, so packets of a simulation at whole seconds move by up to a second, and before others.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
# times FORMAT TIME...: the times of packets in the capture that text2pcap makes of them; a present one is "now".
times() {
    local time
    for time in "${@:2}"; do
        printf '%s\n0000 02 00 00 00 00 02 02 00 00 00 00 01 88 b5 01 02 03 04\n' "$time"
    done >packets.txt
    bounded 20 text2pcap -t "$1" packets.txt packets.pcap >log 2>&1 || changed "text2pcap fails"
    bounded 20 tshark -r packets.pcap -T fields -e frame.time_epoch 2>/dev/null |
        awk '{printf "%s ", ($1 > 1600000000 ? "now" : $1)}'
}

expect "1.5 2.0 3.5" "1.500000000 2.000000000 3.500000000 " "$(times %s.%f 1.5 2.0 3.5)"
expect "1.5 2 3.5" "1.500000000 1.500001000 3.500000000 " "$(times %s.%f 1.5 2 3.5)"
expect "0.9 2 1.5: the order" "0.900000000 0.900001000 1.500000000 " "$(times %s.%f 0.9 2 1.5)"
expect "2 3.5" "now 3.500000000 " "$(times %s.%f 2 3.5)"
expect "5 6.5 7 with %s" "now 6.000000000 6.000001000 " "$(times %s 5 6.5 7)"
# messages TIME: whether text2pcap reports anything about a packet at this time after one at 1.5 s.
messages() {
    times %s.%f 1.5 "$1" >/dev/null
    grep -oE -e 'Inconsistent offset' -e 'Time conversions .* failed' log || echo none
}
expect "messages about 2" none "$(messages 2)"
expect "messages about 100" "Inconsistent offset" "$(messages 100)"
expect "messages about 1e-6" "Time conversions (%s.%f) failed" "$(messages 1e-6)"
finish
