#!/usr/bin/env bash
# Versions: pmacctd 1.7.7 (Debian pmacct 1.7.7-1+b1).
# Expected: IPv4 in each kind of frame is counted, or pmacctd reports the frames that it leaves out.
# Observed: frames with a service tag, EtherType 88A8h, and with LLC/SNAP are left out without a message, also with a
# customer tag after the service tag. Two tags with 8100h, PPPoE and MPLS are counted.
# Hurts: the traffic of a provider's network is 0, and a report of all addresses looks complete.
. "$(dirname "$0")/common.sh"

debian_packages pmacct=1.7.7-1+b1
python3 - <<'CODE'
import struct

from captures import pcap

ADDRESSES = bytes.fromhex("020000000002020000000001")
TYPES = "0800", "810000650800", "88a800640800", "88a80064810000650800", "81000064810000650800"
SNAP, PPPOE, MPLS = "004caaaa030000000800", "88641100000100460021", "884700064140"


def datagram(port):
    """Returns a packet of 68 octets."""
    header = bytes.fromhex("45000044000100004011f6a4c0000201c0000202")
    return header + struct.pack(">HHHH", port, 9, 48, 0) + bytes(40)


frames = [ADDRESSES + bytes.fromhex(start) + datagram(1000 + i) for i, start in enumerate((*TYPES, SNAP, PPPOE, MPLS))]
open("in.pcap", "wb").write(pcap([(1000, i, frame) for i, frame in enumerate(frames)]))
CODE
bounded 60 pmacctd -I in.pcap -P print -O csv -r 86400 -c vlan,src_port >seen 2>messages || changed "pmacctd fails"
# frame LABEL PORT VALUE: VLAN, port, packets and octets that are printed for the frame with this port.
frame() {
    expect "$1" "$3" "$(grep -hE "^[0-9]+,$2," seen || echo nothing)"
}
frame "no tag" 1000 0,1000,1,68
frame "customer tag" 1001 101,1001,1,68
frame "service tag (100,1002,1,68)" 1002 nothing
frame "service tag and customer tag (100,1003,1,68)" 1003 nothing
frame "two customer tags" 1004 100,1004,1,68
frame "LLC/SNAP (0,1005,1,68)" 1005 nothing
frame "PPPoE" 1006 0,1006,1,68
frame "MPLS" 1007 0,1007,1,68
expect "warnings" "no print_output_file and no print_output_lock_file defined." \
    "$(grep -hvE '^INFO|^[0-9V]' messages seen | sed 's/.*): //')"
finish
