#!/usr/bin/env bash
# Versions: ns.py 0.4.3, simpy 4.1.2.
# Expected: PacketSink.arrivals holds one time per received packet, and first_arrival the first
# one.
# Observed: with the default options each packet is recorded twice, and first_arrival stays 0.
# Who is hurt: whoever computes throughput or interarrival times from these lists: the rate
# doubles, every second interarrival time is 0, and a rate from first_arrival includes the time
# before the flow began.
. "$(dirname "$0")/common.sh"

python_packages ns.py==0.4.3 simpy==4.1.2
cat >probe.py <<'CODE'
import simpy
from ns.packet.packet import Packet
from ns.packet.sink import PacketSink

environment = simpy.Environment()
sink = PacketSink(environment)


def source():
    for number in range(3):
        yield environment.timeout(5)
        sink.put(Packet(environment.now, 1500, number))


environment.process(source())
environment.run(100)
print(sink.packets_received[0], sink.arrivals[0], sink.first_arrival[0])
CODE
expect "packets received, arrivals, first arrival" "3 [5, 5, 10, 10, 15, 15] 0" \
    "$(bounded 60 python probe.py)"
finish
