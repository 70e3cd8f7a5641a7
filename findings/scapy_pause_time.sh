#!/usr/bin/env bash
# Versions: scapy 2.8.0.
# Expected: a PAUSE quantum is 512 bit times at each speed (IEEE 802.3, annex 31B): 512 ns at 1 Gb/s.
# Observed: MACControlPause.get_pause_time() counts 1024 bit times at 1 Gb/s, which is its default speed,
# and 512 at 10 and 100 Mb/s. The longest PAUSE at 1 Gb/s is 67 ms instead of 34 ms.
# Hurts: a test that compares a measured stop of a transmitter with this value finds a card that goes on
# too early, or accepts one that stops twice as long.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
python >seen - <<'CODE'
from scapy.contrib import mac_control

for speed in (10, 100, 1000):
    pause = mac_control.MACControlPause(pause_time=1)
    seconds = pause.get_pause_time(getattr(mac_control, f"ETHER_SPEED_MBIT_{speed}"))
    print(speed, round(seconds * 1e6 * speed))
print(f"{mac_control.MACControlPause(pause_time=0xffff).get_pause_time():.4f}")
CODE
expect "bit times of a quantum at 10 Mb/s" "10 512" "$(sed -n 1p seen)"
expect "at 100 Mb/s" "100 512" "$(sed -n 2p seen)"
expect "at 1000 Mb/s (512)" "1000 1024" "$(sed -n 3p seen)"
expect "the longest PAUSE without an argument, in seconds (0.0336)" 0.0671 "$(sed -n 4p seen)"
finish
