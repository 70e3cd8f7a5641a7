/// Arbitration policies as plain classes, and on a bus with agents that always want it.
#include <gtest/gtest.h>

#include <array>

#include "pci/arbitration_policy.h"
#include "pci/traffic_generator.h"
#include "support/pci_bench.h"
#include "support/sim_test.h"

namespace niclab::pci {

namespace {

std::array<unsigned, 4> served(ArbitrationPolicy policy, std::uint32_t requests, unsigned times) {
    std::array<unsigned, 4> count{};
    for (unsigned i = 0; i < times; ++i) ++count.at(static_cast<std::size_t>(policy.choose(requests)));
    return count;
}

}  // namespace

TEST(ArbitrationPolicy, RoundRobinServesAllAlike) {
    EXPECT_EQ(served(ArbitrationPolicy(RoundRobinPolicy(4)), 0b1111, 400),
              (std::array<unsigned, 4>{100, 100, 100, 100}));
    EXPECT_EQ(served(ArbitrationPolicy(RoundRobinPolicy(4)), 0b0101, 400), (std::array<unsigned, 4>{200, 0, 200, 0}));
}

TEST(ArbitrationPolicy, FixedPriorityLetsTheLastStarve) {
    EXPECT_EQ(served(ArbitrationPolicy(FixedPriorityPolicy({2, 0, 1, 3})), 0b1011, 50),
              (std::array<unsigned, 4>{50, 0, 0, 0}));
    EXPECT_EQ(served(ArbitrationPolicy(FixedPriorityPolicy({2, 0, 1, 3})), 0b1000, 50),
              (std::array<unsigned, 4>{0, 0, 0, 50}));
}

TEST(ArbitrationPolicy, TwoLevelsShareOnePlaceOfTheFirst) {
    // 0 and 1 above, 2 and 3 below: a third of the turns for each of the upper ones, a sixth for
    // each of the lower.
    EXPECT_EQ(served(ArbitrationPolicy(TwoLevelFairPolicy(4, 0b1100)), 0b1111, 600),
              (std::array<unsigned, 4>{200, 200, 100, 100}));
    EXPECT_EQ(served(ArbitrationPolicy(TwoLevelFairPolicy(4, 0b1100)), 0b1101, 400),
              (std::array<unsigned, 4>{200, 0, 100, 100}));
    EXPECT_EQ(served(ArbitrationPolicy(TwoLevelFairPolicy(4, 0b1100)), 0b1000, 7),
              (std::array<unsigned, 4>{0, 0, 0, 7}));
}

namespace {

/// Three generators that are never done, on memory that answers at once.
struct BusyBench {
    explicit BusyBench(const ArbiterConfig& config) : bus("bus", clock, config) {
        memory.port.dwords.resize(3 * 1024);
        bus.attach(memory_target.pins, "memory");
        for (TrafficGenerator* g : {&x, &y, &z}) bus.attach(g->initiator.pins, g->basename());
    }
    static TrafficConfig endless(const std::string& name) {
        TrafficConfig c;
        c.name = name;
        c.block_octets = c.region_octets = 4096;
        c.blocks_per_second = 1e7;
        return c;
    }
    core::Clock clock{"clock", {}};
    Bus bus;
    struct {
        test::MemoryPort port;
    } memory;
    Target memory_target{"memory", clock, 3 * 4096, memory.port};
    TrafficGenerator x{"x", clock, 0, endless("x"), 1}, y{"y", clock, 4096, endless("y"), 1},
        z{"z", clock, 8192, endless("z"), 1};
};

class PciArbiter : public test::SimTest {};

}  // namespace

TEST_F(PciArbiter, RoundRobinSharesABusyBus) {
    BusyBench bench({});
    run(sc_core::sc_time(1, sc_core::SC_MS));
    const auto octets = [](const TrafficGenerator& g) { return double(g.stats().octets); };
    const double mean = (octets(bench.x) + octets(bench.y) + octets(bench.z)) / 3;
    EXPECT_GT(mean, 25'000);  // 33 clocks for 64 octets, shared by three
    for (const TrafficGenerator* g : {&bench.x, &bench.y, &bench.z}) {
        EXPECT_NEAR(octets(*g), mean, mean * 0.02);
        EXPECT_EQ(g->stats().wrong_dwords, 0u);
        EXPECT_GT(g->stats().late_blocks, 0u);
    }
}

TEST_F(PciArbiter, FixedPriorityServesTheFirstAlone) {
    ArbiterConfig config;
    config.policy = ArbiterConfig::Policy::FixedPriority;
    config.agents = {"y", "x"};
    BusyBench bench(config);
    run(sc_core::sc_time(1, sc_core::SC_MS));
    // An agent needs a clock or two between its bursts; what is left goes to the second, nothing to
    // the third.
    EXPECT_GT(bench.y.stats().octets, bench.x.stats().octets);
    EXPECT_LT(bench.z.stats().octets, bench.y.stats().octets / 20);
}

TEST_F(PciArbiter, AnUnknownAgentIsRefused) {
    ArbiterConfig config;
    config.parking = ArbiterConfig::Parking::Agent;
    config.parked_agent = "nobody";
    BusyBench bench(config);
    EXPECT_THROW(run(sc_core::sc_time(1, sc_core::SC_US)), std::invalid_argument);
}

TEST_F(PciArbiter, ParksOnTheAgentThatWasNamed) {
    ArbiterConfig config;
    config.parking = ArbiterConfig::Parking::Agent;
    config.parked_agent = "b";
    core::Clock clock{"clock", {}};
    Bus bus("bus", clock, config);
    test::Engine engine_a("engine_a", clock), engine_b("engine_b", clock);
    Initiator a("a", clock, engine_a.channel, nullptr), b("b", clock, engine_b.channel, nullptr);
    test::MemoryPort port;
    Target memory("memory", clock, 4096, port);
    bus.attach(a.pins, "a");
    bus.attach(b.pins, "b");
    bus.attach(memory.pins, "memory");
    engine_a.script.push_back(test::burst(bus::Command::MemoryWrite, 0, 4));
    run(sc_core::sc_time(2, sc_core::SC_US));
    EXPECT_EQ(engine_a.done.size(), 1u);
    EXPECT_FALSE(bus.gnt()[0]->read());
    EXPECT_TRUE(bus.gnt()[1]->read());
}

}  // namespace niclab::pci
