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
#include "ns3/point-to-point-module.h"
#include "saturate.h"
int main() {
    for (auto rate : {"100Gbps", "400Gbps", "800Gbps"}) {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(rate));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
        saturate(link.Install(NodeContainer(2)), 1001, 62);  // and 2 octets of PPP each
        std::cout << 64.0 * 8 * (received - 1) / (last - first).GetNanoSeconds() << " Gb/s\n";
    }
}
CODE
bounded 60 ./rate >rates
expect "rate of a link of 100 Gb/s" "102.4 Gb/s" "$(sed -n 1p rates)"
expect "rate of a link of 400 Gb/s" "512 Gb/s" "$(sed -n 2p rates)"
expect "rate of a link of 800 Gb/s" "512 Gb/s" "$(sed -n 3p rates)"
finish
