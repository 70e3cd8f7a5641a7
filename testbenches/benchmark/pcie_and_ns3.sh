#!/usr/bin/env bash
# Packets of 1500 octets per CPU second: the models of PCI Express with checker and pcie.csv, and
# ns-3, which has no bus. Both programs run alternately, five times each; the medians are printed.
#
#   testbenches/benchmark/pcie_and_ns3.sh build/release/testbenches/benchmark/pcie_speed [PACKETS]
#
# ns-3 is that of the PyPI wheel. `device` is Send() of a point-to-point device of 1 Gb/s, both ways.
# `udp` sends the packets from a UDP socket through the Internet stack to a sink.
speed=$(realpath "${1:?the program pcie_speed is missing}")
packets=${2:-20000}
. "$(dirname "$0")/../../findings/common_ns3.sh"

ns3_program packets core network point-to-point internet applications <<'CODE'
#include <ctime>
#include "ns3/applications-module.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "saturate.h"
constexpr double kGap = 12.304e-6;  // 1538 octets at 1 Gb/s

static void send_each(Ptr<NetDevice> device, Address to, int left) {
    device->Send(Create<Packet>(1500), to, 0x0800);
    if (left > 1) Simulator::Schedule(Seconds(kGap), &send_each, device, to, left - 1);
}

int main(int argc, char** argv) {
    const bool udp = std::string(argv[1]) == "udp";
    const int packets = std::stoi(argv[2]);
    PointToPointHelper line;
    line.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    NodeContainer nodes(2);
    NetDeviceContainer devices = line.Install(nodes);
    if (udp) {
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        auto interfaces = addresses.Assign(devices);
        for (int k : {0, 1}) {
            PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), 9)).Install(nodes.Get(k));
            UdpClientHelper client(interfaces.GetAddress(1 - k), 9);
            client.SetAttribute("MaxPackets", UintegerValue(packets));
            client.SetAttribute("Interval", TimeValue(Seconds(kGap)));
            client.SetAttribute("PacketSize", UintegerValue(1472));
            client.Install(nodes.Get(k));
        }
    } else {
        for (int k : {0, 1}) {
            devices.Get(k)->SetReceiveCallback(MakeCallback(&receive));
            Simulator::Schedule(Seconds(0), &send_each, devices.Get(k), devices.Get(1 - k)->GetAddress(), packets);
        }
    }
    const std::clock_t begin = std::clock();
    Simulator::Stop(Seconds(3600));
    Simulator::Run();
    std::cout << std::llround(2.0 * packets / (double(std::clock() - begin) / CLOCKS_PER_SEC)) << "\n";
}
CODE

median() { sort -n | sed -n 3p; }
for _ in 1 2 3 4 5; do
    bounded 300 "$speed" "$packets" "$WORK/pcie.csv" | grep -o '[0-9]* packets per CPU' | cut -d' ' -f1 >>ours
    for way in device udp; do bounded 300 ./packets "$way" "$packets" >>"$way"; done
done
ours=$(median <ours)
echo "niclab, sender and receiver of a packet, checker and pcie.csv on: $ours packets per CPU second"
for way in device udp; do
    theirs=$(median <"$way")
    echo "ns-3, $way: $theirs packets per CPU second; ratio $(awk "BEGIN{printf \"%.2f\", $ours / $theirs}")"
done
