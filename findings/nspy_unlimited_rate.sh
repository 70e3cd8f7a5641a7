#!/usr/bin/env bash
# Versions: ns.py 0.4.3, simpy 4.1.2.
# Expected: a Port of rate 0, which stands for "unlimited", never fills: each packet leaves at
# once.
# Observed: with a limit in octets it passes packets until the limit is reached once, and then
# drops everything for the rest of the run. Octets leave its account only where a rate delays them.
# Who is hurt: whoever sets rate 0 to take a hop out of a model. The flow stops after the first
# buffer's worth of octets, which looks like a broken receiver or a dead link.
. "$(dirname "$0")/common.sh"

python_packages ns.py==0.4.3 simpy==4.1.2
cat >probe.py <<'CODE'
import simpy
from ns.packet.packet import Packet
from ns.packet.sink import PacketSink
from ns.port.port import Port

environment = simpy.Environment()
port = Port(environment, 0, qlimit=15001, limit_bytes=True)
port.out = sink = PacketSink(environment)


def source():
    for number in range(1000):
        port.put(Packet(environment.now, 1500, number))
        yield environment.timeout(1)


environment.process(source())
environment.run(2000)
print(sink.packets_received[0], port.packets_dropped, len(port.store.items))
CODE
expect "of 1000 packets: received, dropped, left in the queue" "10 990 0" "$(bounded 60 python probe.py)"
finish
