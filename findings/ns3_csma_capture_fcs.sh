#!/usr/bin/env bash
# Versions: ns-3 3.44 (PyPI package ns3 3.44.post0).
# Expected: a capture of an Ethernet device has frames without FCS, as usual, or with the right FCS and its length in the
# link type.
# Observed: frames of CsmaNetDevice end with four octets of 0 in the place of the FCS, on both sides of the channel, and
# the link type does not state them. With the global value ChecksumEnabled they are the right FCS, as for the checksums
# of IP.
# Hurts: a reader that verifies the FCS calls each frame damaged, and one that does not counts four octets too many: 64
# for 60. A card or a switch model that is fed with the capture sends frames with two FCS.
. "$(dirname "$0")/common_ns3.sh"

ns3_program capture core network csma <<'CODE'
#include "ns3/csma-module.h"
#include "saturate.h"
int main(int words, char**) {
    if (words > 1) GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    NetDeviceContainer devices = CsmaHelper().Install(NodeContainer(2));
    CsmaHelper().EnablePcap("sent.pcap", devices.Get(0), true, true);
    CsmaHelper().EnablePcap("received.pcap", devices.Get(1), true, true);
    Simulator::Schedule(Seconds(1), &send, devices.Get(0), devices.Get(1)->GetAddress(), 1, 46);
    saturate(devices, 1, 100);
}
CODE
cat >show.py <<'CODE'
import struct
import zlib

# For each file: the link type with the bits for the FCS; length, last four octets and right FCS of each frame.
for name in "sent.pcap", "received.pcap":
    data = open(name, "rb").read()
    facts, place = [data[20:24].hex()], 24
    while place < len(data):
        size = struct.unpack_from("<I", data, place + 8)[0]
        frame = data[place + 16:place + 16 + size]
        place += 16 + size
        fcs = zlib.crc32(frame[:-4]).to_bytes(4, "little")
        facts += [size, {fcs: "right", bytes(4): "zero"}.get(frame[-4:], "other")]
    print(*facts)
CODE
bounded 60 ./capture
python3 show.py >plain
expect "link type, length and FCS of each frame, sender" "01000000 118 zero 64 zero" "$(sed -n 1p plain)"
expect "receiver" "01000000 118 zero 64 zero" "$(sed -n 2p plain)"
bounded 60 ./capture checksums
python3 show.py >checked
expect "with ChecksumEnabled, sender" "01000000 118 right 64 right" "$(sed -n 1p checked)"
expect "receiver" "01000000 118 right 64 right" "$(sed -n 2p checked)"
finish
