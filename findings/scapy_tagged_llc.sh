#!/usr/bin/env bash
# Versions: scapy 2.8.0, tshark 4.0.17.
# Expected: LLC in a frame with a VLAN tag has the length of 802.3 after the tag, as it has without one.
# Observed: Ether()/Dot1Q()/LLC() has the EtherType 8870h of long frames instead of a length. Dot3()/Dot1Q()/LLC() has a
# length in place of 8100h, so that the tag is read as LLC. A frame with a length that scapy reads is written as it was.
# Hurts: spanning tree and other protocols on LLC in a VLAN cannot be tried: no bridge knows 8870h. tshark decodes it, so
# that the frame looks right in a capture, and the card under test seems to lose it.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python >seen 2>log - <<'CODE'
from scapy.all import LLC, STP, Dot1Q, Dot3, Ether, wrpcap

tree = LLC(dsap=0x42, ssap=0x42, ctrl=3) / STP()
ends = {"dst": "01:80:c2:00:00:00", "src": "02:00:00:00:00:01"}
tagged = Ether(**ends) / Dot1Q(vlan=5) / tree
right = bytes(tagged)[:16] + len(tree).to_bytes(2, "big") + bytes(tree)
for frame in (Dot3(**ends) / tree, tagged, Dot3(**ends) / Dot1Q(vlan=5) / tree, Ether(**ends) / tree, Ether(right)):
    print(bytes(frame)[12:20].hex())
wrpcap("tagged.pcap", tagged)
CODE
expect "Dot3/LLC, octets from the length on" 0026424203000000 "$(sed -n 1p seen)"
expect "Ether/Dot1Q/LLC (8100000500264242)" 8100000588704242 "$(sed -n 2p seen)"
expect "Dot3/Dot1Q/LLC (8100000500264242)" 002a000588704242 "$(sed -n 3p seen)"
expect "Ether/LLC (0026424203000000)" 8870424203000000 "$(sed -n 4p seen)"
expect "a tagged frame with a length, read and written" 8100000500264242 "$(sed -n 5p seen)"
expect "tshark, Ether/Dot1Q/LLC" "eth:ethertype:vlan:ethertype:llc:stp" \
    "$(tshark -r tagged.pcap -T fields -e frame.protocols 2>/dev/null)"
finish
