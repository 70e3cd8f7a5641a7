#!/usr/bin/env bash
# Versions: ntplib 0.4.0.
# Expected: offsets and delays have the resolution of the time stamps of NTP, 233 ps.
# Observed: times since 1900 are floats, so both are multiples of 477 ns, and of half of it. An answer that
# took 200 ns has a delay of 0, and 300 ns are 477 ns.
# Hurts: measurements of time stamps that a card adds. Its delay below a microsecond cannot be seen, and
# the noise looks like that of the clock.
. "$(dirname "$0")/common.sh"

python_packages ntplib==0.4.0
python >seen - <<'CODE'
import struct

import ntplib


def stamp(nanoseconds):
    """Returns a time in 2026 as 32 bits of seconds and 32 bits of fraction."""
    return (3_976_000_000 << 32) + (nanoseconds << 32) // 10**9


for delay in (100, 200, 300, 600, 1000):
    statistics = ntplib.NTPStats()
    statistics.from_data(struct.pack("!BBbb3I4Q", 0x24, 1, 6, -30, 0, 0, 0, 0, stamp(0), stamp(delay), stamp(delay)))
    statistics.dest_timestamp = statistics.recv_timestamp
    print(delay, round(statistics.delay * 1e9, 1))
CODE
expect "true delay and delay in ns" "100 0.0" "$(sed -n 1p seen)"
expect "another" "200 0.0" "$(sed -n 2p seen)"
expect "another" "300 476.8" "$(sed -n 3p seen)"
expect "another" "600 476.8" "$(sed -n 4p seen)"
expect "another" "1000 953.7" "$(sed -n 5p seen)"
finish
