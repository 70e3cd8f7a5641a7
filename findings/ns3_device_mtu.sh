#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: a device with an MTU of 1500 refuses or drops a longer packet, as a driver of Linux
# does.
# Observed: CsmaNetDevice and PointToPointNetDevice send a packet of 9000 octets in one frame, and
# the peer receives it. Only IP looks at the MTU.
# Who is hurt: whoever sends by Send() or by a PacketSocket, as raw Ethernet tests do: frames
# arrive that no such network carries, and the throughput is that of jumbo frames.
. "$(dirname "$0")/common_ns3.sh"

ns3_program jumbo core network csma point-to-point <<'CODE'
#include "ns3/csma-module.h"
#include "ns3/point-to-point-module.h"
#include "saturate.h"
static void run(NetDeviceContainer devices) {
    int mtu = devices.Get(0)->GetMtu();
    saturate(devices, 1, 9000);
    std::cout << mtu << " " << received_size << "\n";
}
int main() {
    run(CsmaHelper().Install(NodeContainer(2)));
    run(PointToPointHelper().Install(NodeContainer(2)));
}
CODE
bounded 60 ./jumbo >sizes
expect "CSMA: MTU and octets received" "1500 9000" "$(sed -n 1p sizes)"
expect "point to point: MTU and octets received" "1500 9000" "$(sed -n 2p sizes)"
finish
