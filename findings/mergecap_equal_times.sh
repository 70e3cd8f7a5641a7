#!/usr/bin/env bash
# Versions: mergecap 4.0.17.
# Expected: packets of the same time are written in the order of the files on the command line.
# Observed: they are written in the reverse order, all packets of the last file first.
# Hurts: merged captures of several points of a simulated path. Events of one clock cycle have the
# same time, so the frame on the line is listed before the frame on the host's side.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
need python3
python3 <<'CODE'
from captures import ethernet, pcap, udp, write

for number, name in enumerate(("host", "bus", "line")):
    frames = [ethernet(udp(ident=10 * number + i)) for i in (1, 2)]
    write(name + ".pcap", pcap([(2, 0, frame) for frame in frames]))
CODE
merge() {
    mergecap -F pcap -w out.pcap "$@"
    tshark -r out.pcap -T fields -e ip.id 2>/dev/null | sed 's/0x00//' | paste -sd' '
}
expect "host (01 02), bus (0b 0c), line (15 16)" "15 16 0b 0c 01 02" "$(merge host.pcap bus.pcap line.pcap)"
expect "line, bus, host" "01 02 0b 0c 15 16" "$(merge line.pcap bus.pcap host.pcap)"
expect "host and line" "15 16 01 02" "$(merge host.pcap line.pcap)"
finish
