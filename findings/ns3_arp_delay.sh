#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: an ARP exchange delays the first packet by the time of two small frames.
# Observed: each host waits a random time of up to 10 ms before each ARP request, and the peer
# sends a request of its own before it answers. The first round trip between two idle hosts at 10
# Mb/s takes 14.4 ms instead of 0.4 ms.
# Who is hurt: whoever measures connection setup, request latency or the first packets of a flow.
. "$(dirname "$0")/common_ns3.sh"

ns3_program arp core network csma internet applications <<'CODE'
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
using namespace ns3;
static Time sent;
static void send(Ptr<const Packet>) { sent = Simulator::Now(); }
static void receive(Ptr<const Packet>) { std::cout << (Simulator::Now() - sent).GetMicroSeconds() << "\n"; }
int main() {
    for (auto jitter : {"ns3::UniformRandomVariable[Min=0|Max=10]", "ns3::ConstantRandomVariable[Constant=0]"}) {
        Config::SetDefault("ns3::ArpL3Protocol::RequestJitter", StringValue(jitter));
        NodeContainer nodes(2);
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
        auto devices = csma.Install(nodes);
        InternetStackHelper().Install(nodes);
        auto addresses = Ipv4AddressHelper("192.0.2.0", "255.255.255.0").Assign(devices);
        UdpEchoServerHelper(9).Install(nodes.Get(1));
        UdpEchoClientHelper client(addresses.GetAddress(1), 9);
        client.SetAttribute("MaxPackets", UintegerValue(2));
        client.SetAttribute("PacketSize", UintegerValue(56));
        auto applications = client.Install(nodes.Get(0));
        applications.Get(0)->TraceConnectWithoutContext("Tx", MakeCallback(&send));
        applications.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&receive));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
    }
}
CODE
bounded 60 ./arp >times
expect "us of two round trips with the default RequestJitter" "14372 164" "$(sed -n 1,2p times | xargs)"
expect "us of two round trips without it" "372 164" "$(sed -n 3,4p times | xargs)"
finish
