#!/usr/bin/env bash
# Versions: Open vSwitch 3.1.0 in user space (Debian 3.1.0-2+deb12u1).
# Expected: a meter without a burst size limits the rate from the first frames on, with a burst of a few frames.
# Observed: the burst is what the rate carries in one second, again after each second of silence: a meter of 800 kbit/s
# passes 95 frames of 1000 octets at once, as does one of 100 packets per second.
# Hurts: at 10 Gb/s a burst of 1.25 GB passes at the rate of the line, so tests of less than a second see no meter,
# and the queues of the next switch overflow.
. "$(dirname "$0")/common_ovs.sh"

ovs_bridge
cat >probe.py <<'CODE'
import sys
import time
from ovs_bridge import Bridge, ethernet

bridge = Bridge()
bridge.openflow("add-meter", f"meter=1,{sys.argv[1]}")
bridge.rule("meter:1,output:out")
for pause in (0, 0, 3):
    time.sleep(pause)
    bridge.receive(*(95 * [ethernet(bytes(986), 0x88B5)]))
    count = len(bridge.sent())
    print("all" if count == 95 else "few" if count < 50 else count, end=" ")
CODE
# passed METER: how many of 95 frames pass at once, of 95 a moment later, and of 95 after 3 s.
passed() {
    mkdir "$WORK/run"
    (cd "$WORK/run" && bounded 120 python3 ../probe.py "$1" 2>../log) || changed "Open vSwitch fails"
    rm -r "$WORK/run"
}

expect "800 kbit/s: of 95 frames of 8 kbit, of 95 more, of 95 after 3 s (few few few)" "all few all " \
    "$(passed kbps,band=type=drop,rate=800)"
expect "100 packets per second" "all few all " "$(passed pktps,band=type=drop,rate=100)"
expect "800 kbit/s, burst_size=80" "few few few " "$(passed kbps,burst,band=type=drop,rate=800,burst_size=80)"
finish
