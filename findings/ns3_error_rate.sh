#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: RateErrorModel with ErrorRate 0.001 loses about 0.1 % of the packets.
# Observed: 10.4 % of packets of 100 octets and 78 % of packets of 1500 octets. The default unit is
# the octet, so the rate applies to each octet of a packet, headers of the link included.
# Who is hurt: whoever sets a loss of a link by ErrorRate alone: the loss is hundreds of times
# larger for full packets, and depends on their size. ErrorUnit must be set to ERROR_UNIT_PACKET.
. "$(dirname "$0")/common_ns3.sh"

ns3_program losses core network point-to-point <<'CODE'
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
using namespace ns3;
static int received;
static bool receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
    ++received;
    return true;
}
static void send(Ptr<NetDevice> device, Address to, int size) {
    for (int i = 0; i < 10000; ++i) device->Send(Create<Packet>(size), to, 0x0800);
}
int main() {
    for (int size : {100, 1500}) {
        received = 0;
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("20000p"));
        auto devices = link.Install(nodes);
        auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorRate", DoubleValue(0.001));
        DynamicCast<PointToPointNetDevice>(devices.Get(1))->SetReceiveErrorModel(errors);
        devices.Get(1)->SetReceiveCallback(MakeCallback(&receive));
        Simulator::Schedule(Seconds(0), &send, devices.Get(0), devices.Get(1)->GetAddress(), size);
        Simulator::Run();
        Simulator::Destroy();
        std::cout << 10000 - received << "\n";
    }
}
CODE
bounded 60 ./losses >counts
expect "lost of 10000 packets of 100 octets (0.1 %: 10)" 1037 "$(sed -n 1p counts)"
expect "lost of 10000 packets of 1500 octets (0.1 %: 10)" 7756 "$(sed -n 2p counts)"
finish
