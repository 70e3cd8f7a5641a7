#!/usr/bin/env bash
# Versions: Open vSwitch 3.1.0 in user space (Debian 3.1.0-2+deb12u1).
# Expected: a rule that changes the source address corrects the checksum of the UDP or TCP header, which only the first
# fragment of a datagram has. The data of later fragments stay as they are.
# Observed: two octets of data of each later fragment are corrected like a checksum: octets 6 and 7 with UDP, 16 and 17
# with TCP. Rules that change ports leave later fragments alone.
# Hurts: behind address translation large datagrams of NFS arrive with damaged data and a right IP checksum; the UDP
# checksum fails, which looks like a fault of a card's checksum unit.
. "$(dirname "$0")/common_ovs.sh"

ovs_bridge
cat >probe.py <<'CODE'
from ovs_bridge import Bridge, ethernet, ip, udp

bridge = Bridge()


def changes(actions, data, protocol):
    """Prints the places of the octets after the IP header that a rule changes in each of three fragments."""
    bridge.rule(f"{actions},output:out", "tcp" if protocol == 6 else "udp")
    parts = [data[i * 400 : (i + 1) * 400] for i in range(3)]
    bridge.receive(*(ethernet(ip(part, i * 50 + (i < 2) * 0x2000, protocol)) for i, part in enumerate(parts)))
    for part, frame in zip(parts, bridge.sent()):
        print([i for i, (old, new) in enumerate(zip(part, frame[34:])) if old != new], end=" ")
    print()


datagram = udp(bytes(i % 251 for i in range(1192)))
segment = bytes.fromhex("03e807d000000001000000015010040012340000") + bytes(i % 251 for i in range(1180))
changes("mod_nw_src:10.0.9.9", datagram, 17)
changes("mod_nw_src:10.0.9.9", segment, 6)
changes("mod_tp_dst:99", datagram, 17)
CODE
bounded 120 python3 probe.py >seen 2>log || changed "Open vSwitch fails"
expect "new source address, UDP: octets that change in each fragment ([6, 7] [] [])" "[6, 7] [6, 7] [6, 7] " "$(sed -n 1p seen)"
expect "new source address, TCP ([16, 17] [] [])" "[16, 17] [16, 17] [16, 17] " "$(sed -n 2p seen)"
expect "new destination port, UDP" "[2, 3, 6, 7] [] [] " "$(sed -n 3p seen)"
finish
