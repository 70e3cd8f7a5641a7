#!/usr/bin/env bash
# Versions: iproute2 6.1.0 (Debian 6.1.0-3), pyroute2 0.9.7, which reads the classes of the kernel. Needs a kernel with
# the schedulers htb and tbf, and the right to create a network namespace.
# Expected: tc gives the kernel the burst of a command. The kernel keeps it as a time in ticks of 64 ns.
# Observed: tc cuts this time to whole microseconds of the line. At 10 Gb/s bursts of 1600 and 2499 octets are the same
# 15 ticks, and at 100 Gb/s a burst of 9000 octets is 0. tc cuts again when it shows the burst: 0b for 1600 octets at
# 10 Gb/s, 50000b for 64k at 100 Gb/s. The default burst is 0 from 13 Gb/s.
# Hurts: the burst of a shaper for a fast card cannot be set below some frames, and its output looks like a command
# that was not accepted.
. "$(dirname "$0")/common.sh"

need unshare
debian_packages iproute2=6.1.0-3
python_packages pyroute2==0.9.7
cat >ticks.py <<'CODE'
from pyroute2 import IPRoute

with IPRoute() as route:
    for group in route.get_classes(index=1):
        print(group.get_nested("TCA_OPTIONS", "TCA_HTB_PARMS")["buffer"], end=" ")
CODE
cat >class.sh <<'CODE'
ip link set lo up
tc qdisc add dev lo root handle 1: htb default 10 || exit 1
# Ticks of the burst in the kernel, and the burst that tc shows.
tc class add dev lo parent 1: classid 1:10 htb rate "$@" 2>log || exit 1
python ticks.py
tc class show dev lo | grep -o ' burst [^ ]*'
CODE
bounded 20 unshare -n bash class.sh 100mbit >log 2>&1 || skip "no network namespace with htb"

# Of a class with RATE and maybe a burst: ticks in the kernel, and the burst that tc shows.
burst() {
    bounded 20 unshare -n bash class.sh "$@" | xargs
}

expect "100 Mb/s, burst 1600 octets (2000 ticks)" "2000 burst 1600b" "$(burst 100mbit burst 1600)"
expect "10 Gb/s, 1600 octets (20 ticks, 1600b)" "15 burst 0b" "$(burst 10gbit burst 1600)"
expect "10 Gb/s, 2499 octets (31 ticks, 2499b)" "15 burst 0b" "$(burst 10gbit burst 2499)"
expect "40 Gb/s, 4096 octets (12 ticks, 4096b)" "0 burst 0b" "$(burst 40gbit burst 4096)"
expect "100 Gb/s, 9000 octets (11 ticks, 9000b)" "0 burst 0b" "$(burst 100gbit burst 9000)"
expect "100 Gb/s, 64k (81 ticks, 64Kb)" "78 burst 50000b" "$(burst 100gbit burst 64k)"
expect "12 Gb/s, default" "15 burst 0b" "$(burst 12gbit)"
expect "13 Gb/s, default" "0 burst 0b" "$(burst 13gbit)"
finish
