#!/usr/bin/env bash
# tshark shows wrong times for a pcapng interface with picosecond resolution.
#
# Versions: tshark 4.0.17, tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: if_tsresol = 12 is a legal value; tshark shows the time with its nine digits.
# Observed: the fraction of a second is right up to 18 446 744 073 ticks, then wraps: 1.5 s is shown
#   as 1.001937910 s. The product of the fraction and 10^9 is kept in 64 bits. Seconds are right, so
#   every time looks plausible, and time runs backwards 54 times in each second. tcpdump is right.
# Hurts: simulators, whose natural unit is the picosecond. Write nanoseconds instead (if_tsresol 9).
source "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, interface, packet, resolution, section, udp, write

ticks = (1_000_000_001_000, 1_018_446_744_073, 1_018_446_744_074, 1_500_000_000_000)
packets = [packet(0, tick, ethernet(udp())) for tick in ticks]
write("pico.pcapng", section(), interface(opts=[resolution(12)]), *packets)
CODE
expect "times in tcpdump" "1.000000001 1.018446744 1.018446744 1.500000000" \
    "$(tcpdump -Z root --nano -tt -n -r pico.pcapng 2>/dev/null | cut -d' ' -f1 | paste -sd' ')"
expect "times in tshark" "1.000000001 1.018446744 1.000000000 1.001937910" \
    "$(tshark -r pico.pcapng -T fields -e frame.time_epoch 2>/dev/null | paste -sd' ')"
expect "gap before the last packet in tshark" "0.001937910" \
    "$(tshark -r pico.pcapng -T fields -e frame.time_delta 2>/dev/null | tail -1)"
finish
