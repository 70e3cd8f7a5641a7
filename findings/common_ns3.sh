# shellcheck shell=bash
# Helper for the scripts about ns-3. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ns3_program NAME MODULE...: builds the C++ program of standard input against the ns-3 of the PyPI
# wheel, as `$WORK/NAME`. `saturate.h` measures the packets between two devices. The wheel needs no
# Python of its version: only its headers and libraries are used.
ns3_program() {
    local name=$1 module libraries=()
    shift
    need g++ python3
    bounded 300 python3 -m pip download --quiet --no-deps --no-cache-dir --only-binary :all: \
        --python-version 3.11 --platform manylinux_2_28_x86_64 ns3==3.44.post0 >"$WORK/pip.log" \
        2>&1 || skip "pip cannot download ns3==3.44.post0"
    python3 -m zipfile --extract ns3-3.44.post0-*.whl wheel
    for module in "$@"; do libraries+=("-lns3.44-$module"); done
    cat >saturate.h <<'CODE'
#include "ns3/core-module.h"
#include "ns3/network-module.h"
using namespace ns3;

static Time first, last;        // arrivals of the packets of the last call of saturate()
static int received;            // their number
static uint32_t received_size;  // octets of the last one

static bool receive(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
    last = Simulator::Now();
    if (received++ == 0) first = last;
    received_size = packet->GetSize();
    return true;
}

static void send(Ptr<NetDevice> device, Address to, int count, int size) {
    for (int i = 0; i < count; ++i) device->Send(Create<Packet>(size), to, 0x0800);
}

/// Sends COUNT packets of SIZE octets at once from the first device to the second and runs the simulation.
static void saturate(NetDeviceContainer devices, int count, int size) {
    received = 0;
    devices.Get(1)->SetReceiveCallback(MakeCallback(&receive));
    Simulator::Schedule(Seconds(0), &send, devices.Get(0), devices.Get(1)->GetAddress(), count, size);
    Simulator::Run();
    Simulator::Destroy();
}
CODE
    cat >"$name.cc"
    bounded 200 g++ -std=c++20 -w -I . -I wheel/ns3/include "$name.cc" -o "$name" -L wheel/ns3/lib64 \
        "${libraries[@]}" -Wl,-rpath,"$WORK/wheel/ns3/lib64" -Wl,--allow-shlib-undefined \
        >"$WORK/build.log" 2>&1 || skip "g++ cannot build with the headers of ns-3"
}
