// Memory, packets, profiles, and how long the bridge lets the bus wait.
#include <gtest/gtest.h>

#include "host/bridge.h"
#include "host/packet.h"
#include "support/pci_bench.h"
#include "support/sim_test.h"

namespace niclab::host {
namespace {

/// One's complement sum over all octets: 0xFFFF where the checksum inside is right.
std::uint32_t ones_sum(const std::vector<std::uint8_t>& o, std::size_t from, std::size_t to, std::uint32_t sum = 0) {
    for (std::size_t i = from; i < to; i += 2) sum += std::uint32_t{o[i]} << 8 | (i + 1 < to ? o[i + 1] : 0u);
    while (sum >> 16) sum = (sum & 0xFFFF) + (sum >> 16);
    return sum;
}

TEST(Packets, ChecksumsHoldForEveryProtocolAndParity) {
    for (const char* protocol : {"tcp", "udp"})
        for (const std::size_t n : {1u, 2u, 100u, 1460u}) {
            const auto o = make_packet({"llc", protocol}, n, 7);
            EXPECT_EQ(o[6], 0x08);
            EXPECT_EQ(ones_sum(o, 8, 28), 0xFFFFu);
            const std::uint32_t length = static_cast<std::uint32_t>(o.size() - 28);
            EXPECT_EQ(ones_sum(o, 28, o.size(), 0x0A00 + 1 + 0x0A00 + 2 + o[17] + length), 0xFFFFu);
            const PacketFormat format{"llc", protocol};
            EXPECT_EQ(o.size(), n + format.header_octets());
        }
}

TEST(Packets, SizesAtTheEdges) {
    EXPECT_EQ(make_packet({"raw", "raw"}, 65535, 0).size(), 65535u);
    EXPECT_THROW(make_packet({"raw", "raw"}, 65536, 0), std::invalid_argument);
    EXPECT_THROW(make_packet({"raw", "raw"}, 0, 0), std::invalid_argument);
    EXPECT_EQ(make_packet({"lane", "udp"}, 1, 0).size(), 62u);  // the shortest LANE frame
    EXPECT_NE(make_packet({"raw", "raw"}, 50, 1), make_packet({"raw", "raw"}, 50, 2));
}

TEST(HostMemory, IsLittleEndianAndAlignsAllocations) {
    Memory memory(1 << 16);
    memory.write32(0x100, 0x11223344);
    EXPECT_EQ(*memory.at(0x100), 0x44);
    memory.write32(0x100, 0xAABBCCDD, 0x5);
    EXPECT_EQ(memory.read32(0x100), 0x11BB33DDu);
    EXPECT_EQ(memory.allocate(10, 8192) % 8192, 0u);
    EXPECT_THROW(memory.allocate(1 << 16, 1), std::runtime_error);
}

TEST(Profiles, CopiesWithTyposAreRefused) {
    const auto layer = core::parse_assignment("read.wait_clock=3");
    EXPECT_THROW(read_profile(core::ConfigTable({layer})), core::ConfigError);
    const auto good = core::parse_assignment("tcp.send.fixed_us=3.5");
    const Profile profile = read_profile(core::ConfigTable({good}));
    EXPECT_DOUBLE_EQ(profile.cost("tcp").send.us(1000), 3.5);
    EXPECT_DOUBLE_EQ((SoftwareCost{2, 50}).us(1000), 52);
}

TEST(Profiles, StallsComeAsOftenAsTheyShould) {
    Memory memory(4096);
    Profile profile;
    profile.read = {6, 0.25, 10};
    MemoryPort port(memory, profile, 3, "test");
    double sum = 0;
    for (int i = 0; i < 4000; ++i) {
        const unsigned wait = port.begin({bus::Command::MemoryRead, 0, 0, 0, 0xF}).wait_clocks;
        EXPECT_TRUE(wait == 6 || wait == 16);
        sum += wait;
    }
    EXPECT_NEAR(sum / 4000, 8.5, 0.3);
    EXPECT_EQ(port.begin({bus::Command::MemoryWrite, 0, 0, 0, 0xF}).wait_clocks, 1u);
}

/// A card that asks the bridge for memory, and a thread that is its CPU.
struct BridgeBench : sc_core::sc_module {
    SC_HAS_PROCESS(BridgeBench);
    explicit BridgeBench(sc_core::sc_module_name name, const Profile& p)
        : sc_module(name),
          profile(p),
          clock("clock", {}),
          bus("bus", clock),
          memory(1 << 16),
          bridge("bridge", clock, bus, memory, profile, 1),
          engine("engine", clock),
          card("card", clock, engine.channel, nullptr),
          space(test::card_identity()),
          registers("registers", clock, space, 5) {
        bus.attach(card.pins, "nic");
        bus.attach(registers.pins, "nic");
        registers.connect(1, port);
        SC_THREAD(cpu);
    }
    void cpu() {
        EXPECT_EQ(bridge.config_read32(5, 0), 0x0001111Du);
        EXPECT_EQ(bridge.config_read32(6, 0), ~0u);
        bridge.config_write32(5, 0x14, 0xE0000000);
        bridge.config_write32(5, 0x04, 6);
        for (std::uint32_t i = 0; i < 8; ++i) bridge.write32(0xE0000000 + 4 * i, 100 + i);
        for (std::uint32_t i = 0; i < 8; ++i)
            EXPECT_EQ(bridge.read32(0xE0000000 + 4 * i), 100 + i);  // after the writes
        done = true;
    }
    Profile profile;
    core::Clock clock;
    pci::Bus bus;
    Memory memory;
    Bridge bridge;
    test::Engine engine;
    pci::Initiator card;
    pci::ConfigSpace space;
    pci::Target registers;
    test::MemoryPort port;
    bool done = false;
};

class BridgeTest : public test::SimTest {};

TEST_F(BridgeTest, WaitsAsItsProfileSaysAndKeepsTheOrderOfPostedWrites) {
    Profile profile;
    profile.read.wait_clocks = 6;
    profile.write.wait_clocks = 0;
    BridgeBench bench("bench", profile);
    run(sc_core::sc_time(20, sc_core::SC_US));
    EXPECT_TRUE(bench.done);
    bench.engine.script = {test::burst(bus::Command::MemoryRead, 0x2000, 4),
                           test::burst(bus::Command::MemoryWrite, 0x2000, 4)};
    run(sc_core::sc_time(5, sc_core::SC_US));
    ASSERT_EQ(bench.engine.done.size(), 2u);
    const auto clocks = [&](const bus::Burst& b) {
        return (b.times.first_data - b.times.req) / bench.clock.period_fs();
    };
    EXPECT_EQ(clocks(bench.engine.done[0]), 11u);  // the Pentium's minimum in Table 1
    EXPECT_EQ(clocks(bench.engine.done[1]), 5u);   // and its write
}

}  // namespace
}  // namespace niclab::host
