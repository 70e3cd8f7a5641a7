#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: a saturated CSMA link of 10 Mb/s carries at most 14 880 frames of 64 octets per second,
# as Ethernet does.
# Observed: 16 447. CsmaNetDevice waits an interframe gap of 12 octets, but its frames have no
# preamble of 8 octets.
# Who is hurt: whoever checks a card or a driver against the ns-3 rate. It is 10.5 % above the line
# rate of small frames and 0.5 % above that of full frames, so a correct model looks slow.
. "$(dirname "$0")/common_ns3.sh"

ns3_program rate core network csma <<'CODE'
#include "ns3/csma-module.h"
#include "saturate.h"
int main() {
    for (int size : {46, 1500}) {
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("10Mbps"));
        csma.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
        saturate(csma.Install(NodeContainer(2)), 1001, size);
        std::cout << (last - first).GetNanoSeconds() / (received - 1) << "\n";
    }
}
CODE
bounded 60 ./rate >rates
expect "ns per frame of 64 octets (Ethernet: 67200)" 60800 "$(sed -n 1p rates)"
expect "ns per frame of 1518 octets (Ethernet: 1230400)" 1224000 "$(sed -n 2p rates)"
finish
