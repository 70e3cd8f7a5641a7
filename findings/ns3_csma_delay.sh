#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: the propagation delay of a CSMA channel shifts each frame; one sender still fills the
# channel.
# Observed: the channel counts as busy until the frame has arrived, also for its own sender. After
# each frame the sender therefore waits for the delay, and then for a random backoff. With 1 ms at
# 100 Mb/s a single sender without contention reaches 688 frames of 1518 octets per second instead
# of 8127.
# Who is hurt: whoever sets a delay of milliseconds on a CsmaChannel to emulate a long path. The
# throughput is then bounded by the delay, and looks like a limit of TCP or of the network card.
. "$(dirname "$0")/common_ns3.sh"

ns3_program rate core network csma <<'CODE'
#include "ns3/csma-module.h"
#include "saturate.h"
int main() {
    for (auto delay : {"0ns", "5us", "1ms"}) {
        CsmaHelper csma;
        csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
        csma.SetChannelAttribute("Delay", StringValue(delay));
        csma.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("2000p"));
        saturate(csma.Install(NodeContainer(2)), 1000, 1500);
        std::cout << std::llround((received - 1) / (last - first).GetSeconds()) << "\n";
    }
}
CODE
bounded 60 ./rate >rates
expect "frames per second, no delay" 8170 "$(sed -n 1p rates)"
expect "frames per second, delay 5 us" 7665 "$(sed -n 2p rates)"
expect "frames per second, delay 1 ms" 688 "$(sed -n 3p rates)"
finish
