#!/usr/bin/env bash
# Versions: dumpcap and tshark 4.0.17 (Debian wireshark-common and tshark 4.0.17-0+deb12u3), tcpdump 4.99.3.
# Expected: a capture filter and a snapshot length also apply to packets from a pipe, or are an error there.
# Observed: dumpcap and tshark read all packets with all their octets, without a message and with the exit code 0, from
# pcap and from pcapng. Even a filter with a syntax error is accepted. With "-b packets:2" four packets are three files,
# of which the last one is empty. tcpdump filters a pipe.
# Hurts: packets of a simulator, or of another host through ssh, are not filtered: disks fill, and statistics have the
# packets of all connections.
. "$(dirname "$0")/common.sh"

debian_packages wireshark-common=4.0.17-0+deb12u3 tshark=4.0.17-0+deb12u3 tcpdump=4.99.3-1
python3 - <<'CODE'
import struct

from captures import interface, packet, pcap, section


def frame(port):
    """Returns a UDP datagram with 60 octets."""
    header = bytes.fromhex("0200000000020200000000010800450000580000000040110000c0000201c0000202")
    return header + struct.pack(">HHHH", port, port, 68, 0) + bytes(60)


frames = [frame(port) for port in range(1000, 1004)]
open("in.pcap", "wb").write(pcap([(1, number, data) for number, data in enumerate(frames)]))
blocks = [packet(0, 10**6 + number, data) for number, data in enumerate(frames)]
open("in.pcapng", "wb").write(section() + interface() + b"".join(blocks))
CODE

# piped FILE PROGRAM OPTION...: ports and captured octets of the packets that a program writes of a pipe, and its exit code.
piped() {
    local code=0
    rm -f out*
    bounded 30 cat "$1" | bounded 30 "${@:2}" -w out >messages 2>&1 || code=$?
    tshark -r out -T fields -e udp.srcport -e frame.cap_len 2>/dev/null | awk -v OFS=/ '{print $1, $2}' | paste -sd' '
    echo "exit code $code"
}
all="1000/102 1001/102 1002/102 1003/102
exit code 0"
for file in in.pcap in.pcapng; do
    expect "dumpcap, $file" "$all" "$(piped $file dumpcap -q -i -)"
    expect "dumpcap, $file, udp port 1001 (1001)" "$all" "$(piped $file dumpcap -q -i - -f "udp port 1001")"
    expect "dumpcap, $file, snapshot length 64 (octets 64)" "$all" "$(piped $file dumpcap -q -i - -s 64)"
done
expect "tshark, udp port 1001 (1001)" "$all" "$(piped in.pcap tshark -q -i - -f "udp port 1001")"
expect "tshark, no such word port 1001 (an error)" "$all" "$(piped in.pcap tshark -q -i - -f "no such word port 1001")"
expect "tcpdump, udp port 1001" "1001/102
exit code 0" "$(piped in.pcap tcpdump -r - "udp port 1001")"
bounded 30 cat in.pcap | bounded 30 dumpcap -q -i - -b packets:2 -w part >messages 2>&1
for file in part*; do tshark -r "$file" 2>/dev/null | wc -l; done | paste -sd' ' >parts
expect "packets of each file, -b packets:2 (2 2)" "2 2 0" "$(cat parts)"
finish
