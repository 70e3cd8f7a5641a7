#!/usr/bin/env bash
# Versions: iproute2 6.1.0 (Debian 6.1.0-3). Needs the right to create a network namespace.
# Expected: with "stab linklayer atm" a packet counts as its cells of 53 octets, of 48 octets of data each.
# Observed: that holds for the default mtu of 2047. With mtu 9180, the usual one of IP over ATM, each size is rounded up
# to a multiple of 32 octets before the cells are counted, without a message: the 40 octets of an empty TCP segment and
# 8 of AAL5, which are one cell, count as two. With tsize 4096 all counts are right.
# Hurts: a shaper for an ATM line with large packets gives a flow of acknowledgements half of its rate. The octets that
# "tc -s" reports are too high in the same way.
. "$(dirname "$0")/common.sh"

need unshare python3
debian_packages iproute2=6.1.0-3
cat >send.py <<'CODE'
import re
import socket
import subprocess
import sys
import time

receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
receiver.bind(("127.0.0.1", 0))
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


def counted():
    """Returns the octets of the queue."""
    text = subprocess.run(["tc", "-s", "qdisc", "show", "dev", "lo"], capture_output=True, text=True).stdout
    return int(re.search(r"Sent (\d+) bytes", text)[1])


for size in map(int, sys.argv[1:]):
    before = counted()
    sender.sendto(bytes(size - 28), receiver.getsockname())
    receiver.recv(10000)
    time.sleep(0.1)
    print((counted() - before) // 53, end=" ")
CODE
# Packets have an Ethernet header of 14 octets, and 8 octets of AAL5 in its place: -6.
cat >commands.sh <<'CODE'
ip link set lo up
tc qdisc add dev lo root stab mtu $1 linklayer atm overhead -6 pfifo 2>log || exit 1
python3 send.py 40 41 88 128 136 137 552
CODE
bounded 20 unshare -n bash commands.sh 2047 >log 2>&1 || skip "no network namespace with size tables"

# Cells that packets of 40, 41, 88, 128, 136, 137 and 552 octets count with this mtu.
cells() {
    bounded 20 unshare -n bash commands.sh "$@" | xargs
}

expect "cells with mtu 2047" "1 2 2 3 3 4 12" "$(cells 2047)"
expect "with mtu 4096 (1 2 2 3 3 4 12)" "1 2 2 3 3 4 12" "$(cells 4096)"
expect "with mtu 9180 (1 2 2 3 3 4 12)" "2 2 2 4 4 4 12" "$(cells 9180)"
expect "with mtu 9180 tsize 4096" "1 2 2 3 3 4 12" "$(cells "9180 tsize 4096")"
finish
