#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: the summary of the Ping application has the resolution of its reply lines, and mdev is
# computed as by iputils: the deviation of the population. The first reply takes about as long as
# the others, plus an ARP exchange.
# Observed: each round trip is cut to whole milliseconds before the statistics: three of 0.164 ms
# count as 0. mdev is the deviation of a sample (n - 1). The first round trip takes 16 ms, see
# ns3_arp_delay.sh.
# Who is hurt: whoever takes round-trip times of a local network from this summary: they are all 0.
. "$(dirname "$0")/common_ns3.sh"

ns3_program echo core network csma internet internet-apps <<'CODE'
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-apps-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
using namespace ns3;
int main() {
    NodeContainer nodes(2);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
    auto devices = csma.Install(nodes);
    InternetStackHelper().Install(nodes);
    auto addresses = Ipv4AddressHelper("192.0.2.0", "255.255.255.0").Assign(devices);
    PingHelper ping(addresses.GetAddress(1));
    ping.SetAttribute("Count", UintegerValue(4));
    ping.Install(nodes.Get(0));
    Simulator::Stop(Seconds(20));
    Simulator::Run();
}
CODE
bounded 60 ./echo >output
expect "second reply" "64 bytes from 192.0.2.2: icmp_seq=1 ttl=64 time=0.164 ms" "$(grep icmp_seq=1 output)"
expect "summary" "rtt min/avg/max/mdev = 0/4/16/8 ms" "$(grep mdev output)"
finish
