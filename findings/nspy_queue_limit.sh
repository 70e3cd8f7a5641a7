#!/usr/bin/env bash
# Versions: ns.py 0.4.3, simpy 4.1.2.
# Expected: a Port with qlimit=1 holds one packet, and one with limit_bytes and qlimit=1500 holds a
# packet of 1500 octets. At a low load nothing is dropped.
# Observed: both drop every packet, though the port is idle each time. The comparisons are "queued
# >= qlimit - 1" and "octets >= qlimit", so a limit of one packet means none.
# Who is hurt: whoever compares small buffers with theory (M/D/1/K) or with a card: each buffer is
# one packet or one octet smaller than configured, and the smallest one passes nothing.
. "$(dirname "$0")/common.sh"

python_packages ns.py==0.4.3 simpy==4.1.2
cat >probe.py <<'CODE'
import simpy
from ns.packet.packet import Packet
from ns.packet.sink import PacketSink
from ns.port.port import Port


def run(limit, in_bytes):
    environment = simpy.Environment()
    port = Port(environment, 1e6, qlimit=limit, limit_bytes=in_bytes)
    port.out = sink = PacketSink(environment)

    def source():
        for number in range(10):
            port.put(Packet(environment.now, 1500, number))
            yield environment.timeout(1)  # a packet takes 12 ms

    environment.process(source())
    environment.run(100)
    print(sink.packets_received[0], port.packets_dropped)


for limit, in_bytes in ((1, False), (2, False), (1500, True), (1501, True)):
    run(limit, in_bytes)
CODE
bounded 60 python probe.py >counts
expect "received and dropped, limit of 1 packet" "0 10" "$(sed -n 1p counts)"
expect "received and dropped, limit of 2 packets" "10 0" "$(sed -n 2p counts)"
expect "received and dropped, limit of 1500 octets" "0 10" "$(sed -n 3p counts)"
expect "received and dropped, limit of 1501 octets" "10 0" "$(sed -n 4p counts)"
finish
