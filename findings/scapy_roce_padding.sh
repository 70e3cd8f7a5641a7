#!/usr/bin/env bash
# Versions: scapy 2.8.0.
# Expected: scapy fills in what a RoCE packet needs, as it does for the invariant CRC: data are
# padded to a multiple of four octets, and BTH states the number of padding octets. When a packet is
# read, that number separates data from padding.
# Observed: five octets of data are sent as they are, with a padding of 0 and a right CRC over a
# length that no InfiniBand packet can have. Of a packet with five octets and three of padding, eight
# octets are data.
# Hurts: traffic with sizes that are no multiple of four. A card drops it as malformed though its CRC
# is right, and a comparison of received messages with sent ones fails.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
python >seen 2>log - <<'CODE' || changed "the program ends with an error"
from scapy.all import IP, UDP, Raw
from scapy.contrib.roce import BTH


def packet(data, **fields):
    """A SEND of one packet of a reliable connection, as octets."""
    addresses = IP(src="10.0.0.1", dst="10.0.0.2")
    return bytes(addresses / UDP(sport=49152, dport=4791) / BTH(opcode=4, dqpn=5, psn=1, **fields) / Raw(data))


for sent in (packet(b"12345"), packet(b"12345\0\0\0", padcount=3)):
    read = IP(sent)
    print(len(sent) - 20 - 8 - 12 - 4, read[BTH].padcount, len(read[Raw].load), read[BTH].icrc == int.from_bytes(sent[-4:], "big"))
CODE
expect "octets after BTH, padding and data as read, CRC" "5 0 5 True" "$(sed -n 1p seen)"
expect "the same with three octets of padding" "8 3 8 True" "$(sed -n 2p seen)"
finish
