#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI ns3 3.44.post0), its C++ headers and libraries.
# Expected: BridgeNetDevice, a bridge as in IEEE 802.1D, forwards no frame to one of its reserved group addresses
# 01:80:C2:00:00:00 to :0F: PAUSE, LACP and the BPDUs of spanning tree stay on their link.
# Observed: it forwards them to all other ports like any multicast.
# Hurts: a PAUSE frame of one receiver reaches each host of a network, as if flow control was end to end: a model of it
# stops senders that a real switch would never stop. Protocols of a link find partners two switches away.
. "$(dirname "$0")/common_ns3.sh"

ns3_program probe core network csma bridge <<'CODE'
#include "saturate.h"
#include "ns3/bridge-module.h"
#include "ns3/csma-module.h"
#include <iostream>

/// Prints at which of two other ports of a bridge a frame to this address arrives.
static void forward(const char* address, uint16_t protocol) {
    static std::string ports;
    NodeContainer hosts(3), bridge(1);
    NetDeviceContainer ends, sides;
    for (int i = 0; i < 3; ++i) {
        NetDeviceContainer link = CsmaHelper().Install(NodeContainer(hosts.Get(i), bridge.Get(0)));
        ends.Add(link.Get(0));
        sides.Add(link.Get(1));
    }
    BridgeHelper().Install(bridge.Get(0), sides);
    ports.clear();
    for (int i : {1, 2})
        ends.Get(i)->SetReceiveCallback([=](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
            ports += " " + std::to_string(i);
            return true;
        });
    Simulator::Schedule(Seconds(0), [&] { ends.Get(0)->Send(Create<Packet>(46), Mac48Address(address), protocol); });
    Simulator::Run();
    Simulator::Destroy();
    std::cout << ports << std::endl;
}

int main() {
    forward("01:00:5e:00:00:01", 0x0800);
    forward("01:80:c2:00:00:01", 0x8808);
    forward("01:80:c2:00:00:02", 0x8809);
    forward("01:80:c2:00:00:00", 0x8870);
}
CODE
bounded 30 ./probe >seen
expect "ports with a multicast of IP" " 1 2" "$(sed -n 1p seen)"
expect "with a PAUSE frame (none)" " 1 2" "$(sed -n 2p seen)"
expect "with a frame of LACP (none)" " 1 2" "$(sed -n 3p seen)"
expect "with a frame of spanning tree (none)" " 1 2" "$(sed -n 4p seen)"
finish
