#!/usr/bin/env bash
# Versions: softflowd 1.1.0 (Debian 1.1.0-1+b1).
# Expected: octets of a flow are those of its IP packets, as in NetFlow of Cisco. A capture read
# with -r gives flows with the dates of the capture.
# Observed: the padding of a frame counts: an acknowledgement of 40 octets has 46, and 42 with a
# VLAN tag. A packet of 1028 octets has 1028. In NetFlow 5, times of a flow are milliseconds since
# the start of softflowd. For a capture they are negative, and written as unsigned numbers: one of
# 1970 has a date in the future.
# Hurts: octets of acknowledgements are 15 % too many, and depend on tags. Flows of a capture are
# sorted to days that have not come yet.
. "$(dirname "$0")/common.sh"

need python3
debian_packages softflowd=1.1.0-1+b1
cat >probe.py <<'CODE'
import socket
import struct
import subprocess
import sys
import time

from captures import pcap

PAYLOAD, TAG = int(sys.argv[1]), sys.argv[2] == "tag"
ETHERNET = bytes.fromhex("020000000002020000000001") + bytes.fromhex("81000005" if TAG else "") + b"\x08\0"


def frame():
    """Returns a TCP segment in a frame of at least 60 octets."""
    tcp = struct.pack("!HHIIBBHHH", 1000, 2000, 1, 1, 0x50, 0x10, 1000, 0, 0) + bytes(PAYLOAD)
    ip = struct.pack("!BBHHHBBHII", 0x45, 0, 20 + len(tcp), 1, 0, 64, 6, 0, 0x0A000001, 0x0A000002)
    return (ETHERNET + ip + tcp).ljust(60, b"\0")


with open("capture.pcap", "wb") as capture:
    capture.write(pcap([(1000000, 100 * number, frame()) for number in range(10)]))
collector = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
collector.bind(("127.0.0.1", 0))
collector.settimeout(20)
target = f"127.0.0.1:{collector.getsockname()[1]}"
subprocess.run(["softflowd", "-r", "capture.pcap", "-v5", "-n", target, "-d"], capture_output=True, timeout=30)
message = collector.recv(4096)
uptime, present = struct.unpack_from("!II", message, 4)
packets, count, first = struct.unpack_from("!III", message, 24 + 16)
days = (present + (first - uptime) / 1000 - time.time()) / 86400
print(packets, count / packets, "in the future" if days > -0.01 else "in the past")
CODE
# flow PAYLOAD TAG: packets of the flow, octets of each of them, and whether it is still to come.
flow() {
    bounded 60 python3 probe.py "$@"
}

expect "1028 octets of IP, 1970: packets, octets, date" "10 1028.0 in the future" "$(flow 988 -)"
expect "1028 octets and a VLAN tag" "10 1028.0 in the future" "$(flow 988 tag)"
expect "40 octets (40)" "10 46.0 in the future" "$(flow 0 -)"
expect "40 octets and a VLAN tag (40)" "10 42.0 in the future" "$(flow 0 tag)"
expect "44 octets and a VLAN tag (44)" "10 44.0 in the future" "$(flow 4 tag)"
finish
