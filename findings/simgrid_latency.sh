#!/usr/bin/env bash
# Versions: SimGrid 3.32 (Debian python3-simgrid 3.32-2+b2).
# Expected: 64 octets cross a link with a latency of 1 ms in 1 ms and the time of the octets. A long message has the
# bandwidth of the link.
# Observed: they need 13.01 ms. The default network model multiplies each latency by 13.01 and each bandwidth by 0.97,
# as its manual states. 125 MB cross an unused link of 10 Gb/s and 10 ms in 0.74 s instead of 0.11 s, since a flow has
# about 4 MiB per 20 ms. With the configuration network/model:CM02, the times of short messages are the expected ones.
# Hurts: the round trip of a small request is 13 times as long as that of the links, and is blamed on the hosts.
. "$(dirname "$0")/common.sh"

debian_packages python3-simgrid=3.32-2+b2
cat >send.py <<'CODE'
import sys

from simgrid import Actor, Engine, LinkInRoute, Mailbox, NetZone

engine = Engine(sys.argv)
octets, bandwidth, latency = sys.argv[1:4]
zone = NetZone.create_full_zone("zone")
sender, receiver = (zone.create_host(name, "1Gf").seal() for name in ("sender", "receiver"))
link = zone.create_split_duplex_link("link", bandwidth).set_latency(latency).seal()
zone.add_route(sender.netpoint, receiver.netpoint, None, None, [LinkInRoute(link, LinkInRoute.UP)], True)
zone.seal()


def send():
    Mailbox.by_name("box").put("message", int(octets))
    print("end", f"{Engine.clock:.6f}")


Actor.create("send", sender, send)
Actor.create("receive", receiver, lambda: Mailbox.by_name("box").get())
engine.run()
CODE

# Seconds until OCTETS have crossed a link with BANDWIDTH and LATENCY.
seconds() {
    LD_LIBRARY_PATH=$ROOT/usr/lib/x86_64-linux-gnu PYTHONPATH=$ROOT/usr/lib/python3/dist-packages \
        bounded 60 python3 send.py "$@" >out.txt 2>log || skip "python3 cannot run SimGrid"
    grep -oP '^end \K.*' out.txt
}

expect "64 octets, 1 Gb/s, 1 ms (0.001001 s)" 0.013011 "$(seconds 64 1Gbps 1ms)"
expect "the same with CM02" 0.001001 "$(seconds 64 1Gbps 1ms --cfg=network/model:CM02)"
expect "64 octets, 1 Gb/s, 1 us (0.000002 s)" 0.000014 "$(seconds 64 1Gbps 1us)"
expect "125 MB, 1 Gb/s, 1 us (1.000001 s)" 1.030941 "$(seconds 125000000 1Gbps 1us)"
expect "125 MB, 10 Gb/s, 10 ms (0.110000 s)" 0.744581 "$(seconds 125000000 10Gbps 10ms)"
finish
