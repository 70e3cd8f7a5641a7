// A device on niclab's PCI bus, in C++: a register that counts what is written to it. The target
// handles the protocol. The contents of a BAR are a port of a few functions.
#include <cstdio>

#include "core/clock.h"
#include "pci/bus.h"
#include "pci/config_space.h"
#include "pci/initiator.h"
#include "pci/target.h"

using namespace niclab;

namespace {

/// Port of BAR 0: a write adds to a sum. A read returns the sum after three wait clocks.
class Adder : public bus::TargetPort {
public:
    Answer begin(const Access& access) override {
        Answer answer;
        answer.wait_clocks = bus::is_write(access.command) ? 0 : 3;
        return answer;
    }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return true; }
    std::uint32_t read(const Access&) override { return sum_; }
    void write(const Access&, std::uint32_t data) override { sum_ += data; }

private:
    std::uint32_t sum_ = 0;
};

pci::Identity identity() {
    pci::Identity id;
    id.vendor = 0x1234, id.device = 0x0002;
    id.bar_octets[0] = 16;
    return id;
}

bus::Burst burst(bus::Command command, std::uint32_t address, std::uint8_t dwords) {
    bus::Burst b;
    b.command = command;
    b.address = address;
    b.dwords = dwords;
    for (unsigned i = 0; i < dwords; ++i) b.data[i] = i + 1;
    return b;
}

}  // namespace

int sc_main(int, char**) {
    core::set_time_resolution();  // a clock refuses any other
    core::Clock clock("clock", {});
    pci::Bus bus("bus", clock);
    bus::DmaChannel channel("channel");
    pci::Initiator host("host", clock, channel, nullptr);
    pci::ConfigSpace config_space(identity());
    config_space.write(0x10, 0x8000'0000, 0xF);  // as a BIOS leaves it: its base, and memory space on
    config_space.write(0x04, 0x2, 0xF);
    Adder adder;
    pci::Target device("device", clock, config_space, 5);
    device.connect(0, adder);
    bus.attach(host.pins, "host");
    bus.attach(device.pins, "device");

    channel.request.post(burst(bus::Command::MemoryWrite, 0x8000'0000, 4));
    sc_core::sc_start(2, sc_core::SC_US);
    channel.response.take();
    channel.request.post(burst(bus::Command::MemoryRead, 0x8000'0000, 1));
    sc_core::sc_start(2, sc_core::SC_US);
    const bus::Burst read = channel.response.item();
    std::printf("1 + 2 + 3 + 4 = %u, read %.1f ns after REQ#\n", read.data[0],
                double(read.times.first_data - read.times.req) * 1e-6);
    return read.data[0] == 10 ? 0 : 1;
}
