// The CPU's I/O accesses: the card's registers through BAR0.
#include <gtest/gtest.h>

#include "host/bridge.h"
#include "support/pci_bench.h"
#include "support/sim_test.h"

namespace niclab::host {
namespace {

struct IoBench : sc_core::sc_module {
    SC_HAS_PROCESS(IoBench);
    explicit IoBench(sc_core::sc_module_name name) : sc_module(name) {
        bus.attach(card.pins, "card");
        card.connect(0, port);
        SC_THREAD(program);
    }
    void program() {
        bridge.config_write32(5, 0x10, 0xD000);
        bridge.io_write32(0xD010, 1);  // I/O space is not enabled yet
        bridge.config_write32(5, 0x04, 1);
        EXPECT_EQ(bridge.config_read32(5, 0x10), 0xD001u);
        EXPECT_EQ(bridge.io_read32(0xD010), 0u);
        bridge.io_write32(0xD010, 0xCAFE);
        EXPECT_EQ(port.dwords[4], 0xCAFEu);  // not posted: it is there
        EXPECT_EQ(bridge.io_read32(0xD010), 0xCAFEu);
        EXPECT_EQ(bridge.io_read32(0xD100), ~0u);  // behind the window
        EXPECT_EQ(bridge.read32(0xD010), ~0u);     // no memory address
        done = true;
    }
    core::Clock clock{"clock", {}};
    pci::Bus bus{"bus", clock, {}};
    Profile profile;
    Memory memory{0x8000};
    Bridge bridge{"bridge", clock, bus, memory, profile, 1};
    pci::ConfigSpace space{test::card_identity()};
    pci::Target card{"card", clock, space, 5};
    test::MemoryPort port;
    bool done = false;
};

class HostIo : public test::SimTest {};

TEST_F(HostIo, ReachesTheRegistersThroughBarZero) {
    IoBench bench("bench");
    run(sc_core::sc_time(20, sc_core::SC_US));
    EXPECT_TRUE(bench.done);
}

}  // namespace
}  // namespace niclab::host
