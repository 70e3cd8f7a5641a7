#!/usr/bin/env bash
# Versions: tcpdump 4.99.3 (Debian 4.99.3-1), tshark 4.0.17.
# Expected: tcpdump -v prints the time of a PAUSE frame, and classes and times of a priority-based
# one. Numbers of IEEE 1588 with a sign are printed with it.
# Observed: a PAUSE frame has no time, also with -vvv: stop and go look the same. The classes of a
# priority-based one are a time stamp: classes 3 and 0 are 589824 ticks. A Sync message every 125 ms
# has the interval 253, and a correction of -5 ns is 281474976710651 ns. An offset of -1 s to UTC is
# 65535. tshark prints times, classes, -3 and -1.
# Hurts: flow control of a card cannot be followed in the output of tcpdump, and scripts that read
# it find PTP corrections of three days.
. "$(dirname "$0")/common.sh"

need python3
debian_packages tcpdump=4.99.3-1 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
import struct

from captures import pcap, write


def control(octets):
    """Returns a MAC control frame."""
    return (bytes.fromhex("0180c20000010200000000018808") + octets).ljust(60, b"\0")


def ptp(kind, correction, interval, body):
    """Returns a PTP message in an Ethernet frame."""
    head = struct.pack(">BBHBBHqIQHHBb", kind, 2, 34 + len(body), 0, 0, 0, correction, 0, 1, 1, 1, 0, interval)
    return (bytes.fromhex("011b1900000002000000000188f7") + head + body).ljust(60, b"\0")


origin = struct.pack(">HII", 0, 1000, 500)
announce = origin + struct.pack(">hBBBBHBQHB", -1, 0, 128, 6, 0x21, 0x4E5D, 128, 1, 0, 0x20)
frames = [
    control(struct.pack(">HH", 1, 0xFFFF)),
    control(struct.pack(">HH", 1, 0)),
    control(struct.pack(">HH8H", 0x101, 9, 0, 0, 0, 500, 0, 0, 0, 0)),
    ptp(0, -5 << 16, -3, origin),
    ptp(11, 0, 1, announce),
]
write("in.pcap", pcap([(1, number, frame) for number, frame in enumerate(frames)]))
CODE
tcpdump -nvvv -r in.pcap >lines 2>log || changed "tcpdump fails"
# part NUMBER PATTERN: the part of what tcpdump prints for a frame that matches.
part() {
    grep -E ' MPCP| PTPv2' lines | sed -n "$1p" | grep -oP "$2"
}
# fields NUMBER NAME...: fields of a frame in tshark.
fields() {
    tshark -r in.pcap -Y "frame.number == $1" -T fields "${@:2}" 2>log | xargs
}

expect "PAUSE for 65535 quanta" "MPCP, Opcode Pause, length 46" "$(part 1 'MPCP.*')"
expect "tshark" 65535 "$(fields 1 -e macc.pause_time)"
expect "PAUSE for 0 quanta" "MPCP, Opcode Pause, length 46" "$(part 2 'MPCP.*')"
expect "priority-based, classes 3 and 0, class 3 for 500 quanta" \
    "MPCP, Opcode Unknown (257), Timestamp 589824 ticks, length 46" "$(part 3 'MPCP.*')"
expect "tshark, classes and time of class 3" "0x0009 500" "$(fields 3 -e macc.cbfc.enbv -e macc.cbfc.pause_time.c3)"
expect "Sync, correction -5 ns" "NS correction : 281474976710651" "$(part 4 '(?<!sub )NS correction : \d+')"
expect "Sync every 2^-3 s" "log message interval : 253" "$(part 4 'log message interval : \d+')"
expect "tshark" -3 "$(fields 4 -e ptp.v2.logmessageperiod)"
expect "Announce, offset of -1 s" "origin cur utc :65535" "$(part 5 'origin cur utc :\d+')"
expect "tshark" -1 "$(fields 5 -e ptp.v2.an.origincurrentutcoffset)"
finish
