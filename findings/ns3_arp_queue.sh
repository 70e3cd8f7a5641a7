#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI ns3 3.44.post0), its C++ headers and libraries.
# Expected: packets to a neighbour whose address is not known yet wait for the answer to ARP, as in Linux, which keeps
# about 100 of them and drops the oldest one first.
# Observed: three wait, and all later ones are dropped. Of a burst of 20 datagrams the first three arrive; of 20 that are
# 100 us apart eight are lost after the third, as ARP takes about a millisecond here (ns3_arp_delay.sh). The trace Drop of
# ArpL3Protocol has them; those of Ipv4L3Protocol and of the device have none. A second burst arrives whole, as does a
# first one with PendingQueueSize 100.
# Hurts: short flows lose most of their packets on an idle link, and no counter of a card or of its queue has them.
. "$(dirname "$0")/common_ns3.sh"

ns3_program probe core network internet csma <<'CODE'
#include "saturate.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include <iostream>

static std::string arrived;
static int count, arp_drops, ip_drops, device_drops;

static void arrive(Ptr<Socket> socket) {
    while (Ptr<Packet> packet = socket->Recv()) {
        arrived += " " + std::to_string(packet->GetSize() - 100);
        ++count;
    }
}

/// Sends two bursts of 20 datagrams of 100, 101, ... octets on a link of 1 Gb/s; prints what arrives and what is dropped.
static void burst(Time gap, const char* queue) {
    Config::SetDefault("ns3::ArpCache::PendingQueueSize", StringValue(queue));
    NodeContainer nodes(2);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("1Gbps"));
    NetDeviceContainer devices = csma.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4InterfaceContainer addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    nodes.Get(0)->GetObject<ArpL3Protocol>()->TraceConnectWithoutContext(
        "Drop", Callback<void, Ptr<const Packet>>([](Ptr<const Packet>) { ++arp_drops; }));
    nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "Drop", Callback<void, const Ipv4Header&, Ptr<const Packet>, Ipv4L3Protocol::DropReason, Ptr<Ipv4>, uint32_t>(
            [](const Ipv4Header&, Ptr<const Packet>, Ipv4L3Protocol::DropReason, Ptr<Ipv4>, uint32_t) { ++ip_drops; }));
    devices.Get(0)->TraceConnectWithoutContext(
        "MacTxDrop", Callback<void, Ptr<const Packet>>([](Ptr<const Packet>) { ++device_drops; }));
    Ptr<Socket> receiver = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    receiver->SetRecvCallback(MakeCallback(&arrive));
    Ptr<Socket> sender = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
    sender->Connect(InetSocketAddress(addresses.GetAddress(1), 9));
    for (int start : {1, 2}) {
        for (int i = 0; i < 20; ++i)
            Simulator::Schedule(Seconds(start) + i * gap, [=] { sender->Send(Create<Packet>(100 + i)); });
        Simulator::Schedule(Seconds(start) + MilliSeconds(500), [=] {
            std::cout << (start == 1 ? "" : ", ") << count;
            if (count < 20) std::cout << " (" << arrived.substr(1) << ")";
            count = 0;
            arrived.clear();
        });
    }
    Simulator::Run();
    std::cout << "; " << arp_drops << " " << ip_drops << " " << device_drops << std::endl;
    arp_drops = ip_drops = device_drops = 0;
    Simulator::Destroy();
}

int main() {
    burst(Seconds(0), "3");
    burst(MicroSeconds(100), "3");
    burst(Seconds(0), "100");
}
CODE
bounded 30 ./probe >seen
expect "datagrams of two bursts of 20; drops of ARP, IP, device (20, 20; 0 0 0)" "3 (0 1 2), 20; 17 0 0" "$(sed -n 1p seen)"
expect "20 that are 100 us apart (20, 20; 0 0 0)" "12 (0 1 2 11 12 13 14 15 16 17 18 19), 20; 8 0 0" "$(sed -n 2p seen)"
expect "bursts with PendingQueueSize 100" "20, 20; 0 0 0" "$(sed -n 3p seen)"
finish
