#!/usr/bin/env bash
# Versions: editcap, mergecap, tshark 4.0.17, tcpdump 4.99.3.
# Expected: a copy of a valid pcapng file is a valid pcapng file.
# Observed: if packets have the option epb_verdict (7), the copy of editcap, mergecap or tshark
# cannot be read, though the exit code is 0. The option is written under the code of epb_queue
# (6), without its first octet and with a wrong length. The result: tshark refuses the file, and
# tcpdump reads no packet.
# Hurts: a simulator or a driver that records with each packet what was done with it, the purpose
# of the option. The capture opens, and after the first filter or merge it is lost.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3 tcpdump=4.99.3-1
need python3
python3 <<'CODE'
import struct
from captures import block, ethernet, interface, options, pad, resolution, section, udp, write


def packet(seconds, listed):
    data = ethernet(udp())
    head = struct.pack("<IIIII", 0, *divmod(seconds * 10**9, 2**32), len(data), len(data))
    return block(6, head + pad(data) + options(listed))


for name, listed in (("queue", [(6, bytes([2, 0, 0, 0]))]), ("verdict", [(7, bytes(9))])):
    packets = [packet(seconds, listed) for seconds in (1, 2)]
    write(name + ".pcapng", section(), interface(opts=[resolution(9)]), *packets)
CODE
packets() { capinfos -c -M "$1.pcapng" 2>/dev/null | awk '/Number of packets/ {print $NF}'; }
editcap queue.pcapng queue-editcap.pcapng
editcap verdict.pcapng verdict-editcap.pcapng
mergecap -w verdict-mergecap.pcapng verdict.pcapng
tshark -r verdict.pcapng -w verdict-tshark.pcapng 2>/dev/null
expect "packets with epb_queue and with epb_verdict" "2 2" "$(packets queue) $(packets verdict)"
expect "packets with epb_queue after editcap" 2 "$(packets queue-editcap)"
for tool in editcap mergecap tshark; do
    code=$(status tshark -r "verdict-$tool.pcapng")
    expect "tshark -r, copy of $tool" "2, queue option length 8 is not 4" \
        "$code, $(grep -o 'queue option length.*[0-9]' log)"
done
expect "packets that tcpdump reads in the copy" 0 \
    "$(tcpdump -Z root -n -r verdict-editcap.pcapng 2>/dev/null | grep -c UDP)"
finish
