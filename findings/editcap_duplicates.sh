#!/usr/bin/env bash
# Versions: editcap and tshark 4.0.17.
# Expected: editcap -w 0.0001 removes a packet if an equal one is in the output within 100 us before it.
# Of equal frames every 80 us each second one is left.
# Observed: one of 100 is left. A packet is compared with removed packets as well, so each one removes
# the next. The same holds for -D 2, which compares with one packet, and for steps of exactly 100 us.
# Hurts: periodic frames, such as PAUSE, keep-alive messages or the probes of a latency test. Their rate
# after the removal of duplicates is near 0, and a long gap looks like a loss.
. "$(dirname "$0")/common.sh"

need python3
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import pcap, write

pause = bytes.fromhex("0180c200000102000000000188080001ffff") + bytes(42)
for step in (80, 100, 101):
    write(f"every{step}.pcap", pcap([(1, i * step, pause) for i in range(100)]))
CODE

# left FILE OPTION VALUE: the number of packets that editcap leaves.
left() {
    bounded 30 editcap "$2" "$3" "$1" out.pcap >log 2>&1 || changed "exit code of editcap"
    tshark -r out.pcap -T fields -e frame.number 2>messages | wc -l
}
expect "a frame every 80 us, -w 0.0001" 1 "$(left every80.pcap -w 0.0001)"
expect "every 100 us" 1 "$(left every100.pcap -w 0.0001)"
expect "every 101 us" 100 "$(left every101.pcap -w 0.0001)"
expect "every 80 us, -D 2" 1 "$(left every80.pcap -D 2)"
finish
