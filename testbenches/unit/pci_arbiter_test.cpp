/// Arbitration policies as plain classes, and on a bus with agents that always want it.
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>

#include "pci/arbiter_machine.h"
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

TEST(ArbitrationPolicy, TheSecondLevelHasItsTurnAlsoBehindTheLastOf32Masters) {
    ArbitrationPolicy policy(TwoLevelFairPolicy(kMostMasters, 1));
    std::array<unsigned, kMostMasters> count{};
    for (unsigned i = 0; i < 10 * kMostMasters; ++i) ++count.at(static_cast<std::size_t>(policy.choose(~0u)));
    for (const unsigned turns : count) EXPECT_EQ(turns, 10u);
}

TEST(ArbiterMachine, A33rdInitiatorIsRefused) {
    std::vector<std::string> masters;
    for (unsigned k = 0; k < kMostMasters; ++k) masters.push_back("m" + std::to_string(k));
    for (const auto policy : {ArbiterConfig::Policy::RoundRobin, ArbiterConfig::Policy::FixedPriority,
                              ArbiterConfig::Policy::TwoLevelFair}) {
        ArbiterConfig config;
        config.policy = policy;
        ArbiterMachine machine(config, masters);
        for (unsigned i = 0; i < 4 && machine.granted() != 31; ++i) machine.clock({false, true, 1u << 31});
        EXPECT_EQ(machine.granted(), 31);
        std::vector<std::string> more = masters;
        more.emplace_back("one_more");
        try {
            ArbiterMachine refused(config, more);
            ADD_FAILURE();
        } catch (const std::invalid_argument& e) {
            EXPECT_STREQ(e.what(), "33 initiators; expected at most 32");
        }
    }
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
