#!/usr/bin/env bash
# Versions: Open vSwitch 3.1.0 in user space (Debian 3.1.0-2+deb12u1).
# Expected: octets of a NetFlow 5 record are those of IP packets, as the format states, and its ports are of the datagram.
# Observed: they are the octets of the frames, with the Ethernet header, a VLAN tag and padding: ten packets of 32 octets
# are 600. Later fragments are a flow of their own with the ports 0.
# Hurts: loads of a switch and of a router differ, by 50 % for acknowledgements of 40 octets and by 90 % for packets of
# 32, and large datagrams belong to no service.
. "$(dirname "$0")/common_ovs.sh"

ovs_bridge
cat >probe.py <<'CODE'
import socket
import struct
from ovs_bridge import Bridge, ethernet, ip, udp

bridge = Bridge()
collector = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
collector.bind(("127.0.0.1", 0))
collector.settimeout(20)
bridge.configure("--", "set", "bridge", "br0", "netflow=@n", "--", "--id=@n", "create", "NetFlow", "active_timeout=1",
                 f'targets="127.0.0.1:{collector.getsockname()[1]}"')
bridge.rule("output:out")


def flows(*frames):
    """Prints ports, packets and octets of the flows of frames."""
    bridge.receive(*frames)
    bridge.sent()
    packets, found = 0, []
    while packets < len(frames):
        message = collector.recv(2000)
        for i in range(struct.unpack_from(">H", message, 2)[0]):
            record = struct.unpack_from(">IIIHHIIIIHHBBBB", message, 24 + 48 * i)
            if record[13] == 17:
                found.append(f"{record[10]}:{record[5]}:{record[6]}")
                packets += record[5]
    print(*sorted(found))


flows(*(10 * [ethernet(ip(udp(b"abcd")))]))
flows(*(10 * [ethernet(ip(udp(bytes(1472))))]))
flows(*(10 * [ethernet(ip(udp(bytes(1472))), tag=bytes.fromhex("81000005"))]))
whole = udp(bytes(2952))
flows(ethernet(ip(whole[:1480], 0x2000)), ethernet(ip(whole[1480:], 185)))
CODE
bounded 120 python3 probe.py >seen 2>log || changed "Open vSwitch fails"
expect "frames of 60 octets with packets of 32: destination port, packets, octets (2000:10:320)" "2000:10:600" \
    "$(sed -n 1p seen)"
expect "packets of 1500 octets (2000:10:15000)" "2000:10:15140" "$(sed -n 2p seen)"
expect "with a VLAN tag (2000:10:15000)" "2000:10:15180" "$(sed -n 3p seen)"
expect "two fragments of 1500 octets (2000:2:3000)" "0:1:1514 2000:1:1514" "$(sed -n 4p seen)"
finish
