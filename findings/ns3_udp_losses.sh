#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: UdpServer::GetLost() of a finished run is the number of packets that did not arrive.
# Observed: 5 of 20 packets are dropped, 15 are received, and GetLost() is 0. A packet counts as
# lost only once its number leaves a window of 32 later packets, so the losses among the last 32
# packets of a flow are never counted.
# Who is hurt: whoever reads the loss of a short or slow flow from GetLost(): it is 0 for every
# flow of up to 32 packets, however many are dropped.
. "$(dirname "$0")/common_ns3.sh"

ns3_program losses core network point-to-point internet applications <<'CODE'
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
using namespace ns3;
int main() {
    for (int sent : {20, 100}) {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        auto devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        auto addresses = Ipv4AddressHelper("192.0.2.0", "255.255.255.0").Assign(devices);
        auto server = UdpServerHelper(9).Install(nodes.Get(1));
        UdpClientHelper client(addresses.GetAddress(1), 9);
        client.SetAttribute("MaxPackets", UintegerValue(sent));
        client.SetAttribute("Interval", StringValue("100ms"));
        client.Install(nodes.Get(0));
        auto drop = CreateObject<ReceiveListErrorModel>();
        drop->SetList({3, 4, 5, 6, 7});
        DynamicCast<PointToPointNetDevice>(devices.Get(1))->SetReceiveErrorModel(drop);
        Simulator::Stop(Seconds(60));
        Simulator::Run();
        auto counter = DynamicCast<UdpServer>(server.Get(0));
        std::cout << "received " << counter->GetReceived() << ", lost " << counter->GetLost() << "\n";
        Simulator::Destroy();
    }
}
CODE
bounded 60 ./losses >counts
expect "20 sent, 5 dropped" "received 15, lost 0" "$(sed -n 1p counts)"
expect "100 sent, 5 dropped" "received 95, lost 5" "$(sed -n 2p counts)"
finish
