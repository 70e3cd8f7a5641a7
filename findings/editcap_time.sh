#!/usr/bin/env bash
# editcap moves packets past time 0 into the far future instead of refusing.
#
# Versions: editcap 4.0.17, tshark 4.0.17.
# Expected: a shift that makes a time negative is an error, or gives a negative time.
# Observed: exit code 0 and no message. A packet at 1 s, shifted by -1.5 s, gets the time
#   18446744073.209551616 s (the year 2554) in a nanosecond file, which is 2^64 ns less 0.5 s, and
#   18446744073709.051616 s in a microsecond file. The next packet is right.
# Hurts: captures of simulators start at time 0: aligning two of them needs negative shifts.
source "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, interface, packet, resolution, section, udp, write

for name, digits in (("nano", 9), ("micro", 6)):
    ticks = (10**digits, 3 * 10**digits)
    packets = [packet(0, tick, ethernet(udp())) for tick in ticks]
    write(f"{name}.pcapng", section(), interface(opts=[resolution(digits)]), *packets)
CODE

# Times of a file after a shift of -1.5 s.
shifted() {
    editcap -t -1.5 "$1.pcapng" "$1.out" 2>/dev/null || changed "editcap refuses the shift"
    tshark -r "$1.out" -T fields -e frame.time_epoch 2>/dev/null | paste -sd' '
}

expect "nanosecond file" "18446744073.209551616 1.500000000" "$(shifted nano)"
expect "microsecond file" "18446744073709.051616000 1.500000000" "$(shifted micro)"
finish
