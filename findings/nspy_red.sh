#!/usr/bin/env bash
# Versions: ns.py 0.4.3, simpy 4.1.2.
# Expected: REDPort drops each packet while the average queue is above max_threshold, and the average falls while the
# port is idle, as in the paper of Floyd and Jacobson. So the queue stays near max_threshold.
# Observed: above max_threshold it drops with max_probability, as its manual states: with 0.1, thresholds of 20 and 60
# and an overload of 25 % the queue grows to its limit of 1000. The average keeps its value in idle times: after an hour
# without a packet, the first ones at an empty port are dropped.
# Hurts: RED in such a model behaves like a queue without it, with delays that are 16 times too long, and each new burst
# loses its first packets.
. "$(dirname "$0")/common.sh"

python_packages ns.py==0.4.3 simpy==4.1.2
cat >probe.py <<'CODE'
import random
import sys

import simpy
from ns.packet.packet import Packet
from ns.packet.sink import PacketSink
from ns.port.red_port import REDPort

random.seed(1)
environment = simpy.Environment()
port = REDPort(environment, 1e7, max_threshold=60, min_threshold=20, max_probability=float(sys.argv[1]), qlimit=1000)
port.out = PacketSink(environment)


def packets(number):
    """Sends packets of 1 ms every 0.8 ms, and returns the longest queue."""
    longest = 0
    for count in range(number):
        port.put(Packet(environment.now, 1250, count))
        longest = max(longest, len(port.store.items))
        yield environment.timeout(0.0008)
    return longest


def source():
    print((yield from packets(100_000)))
    yield environment.timeout(3600)
    print(len(port.store.items), port.busy, f"{port.average_queue_size:.0f}")
    before = port.packets_dropped
    for _ in range(1000):
        port.put(Packet(environment.now, 1250, 0))
        yield environment.timeout(0.1)
    print(port.packets_dropped - before)


environment.process(source())
environment.run()
CODE
# overload PROBABILITY LONGEST IDLE LOST: with max_probability, the longest queue of an overload of 25 %; the queue, the
# transmitter and the average after an idle hour; and how many of 1000 packets are lost that find the port idle.
overload() {
    bounded 60 python probe.py "$1" >seen || changed "ns.py fails"
    expect "longest queue, max_probability $1" "$2" "$(sed -n 1p seen)"
    expect "queue, busy and average queue after an hour (0 0 0)" "$3" "$(sed -n 2p seen)"
    expect "packets dropped of 1000 at an idle port (0)" "$4" "$(sed -n 3p seen)"
}
overload 1 81 "0 0 28" 11
overload 0.1 1000 "0 0 1000" 90
finish
