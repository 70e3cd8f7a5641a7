#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: with SegmentSize 1460 and an MTU of 1500 a TCP segment fits one packet. A real stack
# subtracts its options from the MSS: 1448 octets of data and 12 octets of time stamps.
# Observed: ns-3 puts 1460 octets of data next to the time stamps, which are on by default. The
# packet has 1512 octets, so IPv4 sends each segment as two fragments: a full frame and one of 64
# octets.
# Who is hurt: whoever sets 1460 for Ethernet, as most examples do. Packet rates double, one lost
# fragment costs a segment, and per-packet costs of a card are charged twice.
. "$(dirname "$0")/common_ns3.sh"

ns3_program transfer core network csma internet applications <<'CODE'
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
using namespace ns3;
static int packets, fragments;
static void sent(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
    Ipv4Header header;
    packet->PeekHeader(header);
    ++packets;
    fragments += !header.IsLastFragment() || header.GetFragmentOffset() > 0;
}
int main() {
    for (int segment : {1460, 1448}) {
        packets = fragments = 0;
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
        NodeContainer nodes(2);
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
        auto devices = csma.Install(nodes);
        InternetStackHelper().Install(nodes);
        auto addresses = Ipv4AddressHelper("192.0.2.0", "255.255.255.0").Assign(devices);
        BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(addresses.GetAddress(1), 9));
        source.SetAttribute("MaxBytes", UintegerValue(100 * segment));
        source.Install(nodes.Get(0));
        PacketSinkHelper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9)).Install(nodes.Get(1));
        nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext("Tx", MakeCallback(&sent));
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        Simulator::Destroy();
        std::cout << "packets " << packets << ", fragments " << fragments << "\n";
    }
}
CODE
bounded 60 ./transfer >counts
expect "100 segments, SegmentSize 1460" "packets 203, fragments 200" "$(sed -n 1p counts)"
expect "100 segments, SegmentSize 1448" "packets 103, fragments 0" "$(sed -n 2p counts)"
finish
