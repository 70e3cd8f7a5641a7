#!/usr/bin/env bash
# Versions: SimGrid 3.32 (Debian python3-simgrid 3.32-2+b2).
# Expected: a link of a symmetrical route carries its bandwidth in each direction, as Ethernet does: 125 MB in each
# direction of 1 Gb/s end after about 1 s.
# Observed: they end after 2.16 s, since both directions share the bandwidth of a link. With a split-duplex link they
# end after 1.08 s: each message also takes 5 % of the opposite direction. A message alone takes 1.08 s on the first
# kind and 1.03 s on the second one.
# Hurts: an exchange between two hosts has half the throughput of a real network, and acknowledgements take part of
# the bandwidth of the data.
. "$(dirname "$0")/common.sh"

debian_packages python3-simgrid=3.32-2+b2
cat >exchange.py <<'CODE'
import sys

from simgrid import Actor, Engine, LinkInRoute, Mailbox, NetZone

engine = Engine(sys.argv)
kind, directions = sys.argv[1], int(sys.argv[2])
zone = NetZone.create_full_zone("zone")
hosts = [zone.create_host(name, "1Gf").seal() for name in ("left", "right")]
if kind == "split":
    link = zone.create_split_duplex_link("link", "1Gbps").set_latency("1us").seal()
    path = LinkInRoute(link, LinkInRoute.UP)
else:
    path = LinkInRoute(zone.create_link("link", "1Gbps").set_latency("1us").seal())
zone.add_route(hosts[0].netpoint, hosts[1].netpoint, None, None, [path], True)
zone.seal()


def send(box):
    Mailbox.by_name(box).put("message", 125_000_000)
    print("end", f"{Engine.clock:.2f}")


def receive(box):
    Mailbox.by_name(box).get()


for number in range(directions):
    Actor.create("send", hosts[number], send, str(number))
    Actor.create("receive", hosts[1 - number], receive, str(number))
engine.run()
CODE

# Times at which messages of 1 s have crossed a link of KIND in one or two DIRECTIONS.
ends() {
    LD_LIBRARY_PATH=$ROOT/usr/lib/x86_64-linux-gnu PYTHONPATH=$ROOT/usr/lib/python3/dist-packages \
        bounded 60 python3 exchange.py "$@" >out.txt 2>log || skip "python3 cannot run SimGrid"
    grep -oP '^end \K.*' out.txt | xargs
}

expect "link, one direction" 1.08 "$(ends link 1)"
expect "link, both directions (1.08 1.08)" "2.16 2.16" "$(ends link 2)"
expect "the same without cross traffic" "2.06 2.06" "$(ends link 2 --cfg=network/crosstraffic:0)"
expect "split-duplex link, one direction" 1.03 "$(ends split 1)"
expect "split-duplex link, both directions (1.03 1.03)" "1.08 1.08" "$(ends split 2)"
finish
