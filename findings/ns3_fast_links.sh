#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: a point-to-point link sends at its configured data rate, on average, at any rate.
# Observed: the time of each packet is rounded to whole nanoseconds, and the remainder is never
# carried over. Packets of 64 octets leave a link of 400 Gb/s at 512 Gb/s, and a link of 800 Gb/s
# at 512 Gb/s as well.
# Who is hurt: whoever simulates data-centre links with the default time resolution. Incast, queue
# lengths and utilisation are computed for a link of another speed; Time::SetResolution(Time::PS)
# is needed.
. "$(dirname "$0")/common_ns3.sh"

ns3_program rate core network point-to-point <<'CODE'
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
using namespace ns3;
static Time first, last;
static int packets = 0;
static bool receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
    last = Simulator::Now();
    if (packets++ == 0) first = last;
    return true;
}
static void send(Ptr<NetDevice> device, Address to) {
    for (int i = 0; i < 1001; ++i) device->Send(Create<Packet>(62), to, 0x0800);  // and 2 octets of PPP
}
int main() {
    for (auto rate : {"100Gbps", "400Gbps", "800Gbps"}) {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(rate));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
        auto devices = link.Install(nodes);
        devices.Get(1)->SetReceiveCallback(MakeCallback(&receive));
        Simulator::Schedule(Seconds(0), &send, devices.Get(0), devices.Get(1)->GetAddress());
        Simulator::Run();
        Simulator::Destroy();
        std::cout << 64.0 * 8 * (packets - 1) / (last - first).GetNanoSeconds() << " Gb/s\n";
        packets = 0;
    }
}
CODE
bounded 60 ./rate >rates
expect "rate of a link of 100 Gb/s" "102.4 Gb/s" "$(sed -n 1p rates)"
expect "rate of a link of 400 Gb/s" "512 Gb/s" "$(sed -n 2p rates)"
expect "rate of a link of 800 Gb/s" "512 Gb/s" "$(sed -n 3p rates)"
finish
