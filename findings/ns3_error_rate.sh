#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: RateErrorModel with ErrorRate 0.001 loses about 0.1 % of the packets.
# Observed: 10.4 % of packets of 100 octets and 78 % of packets of 1500 octets. The default unit is
# the octet, so the rate applies to each octet of a packet, headers of the link included.
# Who is hurt: whoever sets a loss of a link by ErrorRate alone: the loss is hundreds of times
# larger for full packets, and depends on their size. ErrorUnit must be set to ERROR_UNIT_PACKET.
. "$(dirname "$0")/common_ns3.sh"

ns3_program losses core network point-to-point <<'CODE'
#include "ns3/point-to-point-module.h"
#include "saturate.h"
int main() {
    for (int size : {100, 1500}) {
        PointToPointHelper link;
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("20000p"));
        auto devices = link.Install(NodeContainer(2));
        auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorRate", DoubleValue(0.001));
        DynamicCast<PointToPointNetDevice>(devices.Get(1))->SetReceiveErrorModel(errors);
        saturate(devices, 10000, size);
        std::cout << 10000 - received << "\n";
    }
}
CODE
bounded 60 ./losses >counts
expect "lost of 10000 packets of 100 octets (0.1 %: 10)" 1037 "$(sed -n 1p counts)"
expect "lost of 10000 packets of 1500 octets (0.1 %: 10)" 7756 "$(sed -n 2p counts)"
finish
