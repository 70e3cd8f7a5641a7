// 200 seeded configurations of targets and initiators in one simulation: what is written is read back, octet by octet.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

constexpr unsigned kInitiators = 3, kRegionDwords = 64;
constexpr std::uint32_t kBases[] = {0, 0xE000'0000};  // memory behind the bridge, memory on a card

Identity able() {
    Identity id = nicstar_identity();
    id.invalidates = id.back_to_back = true;
    return id;
}

/// Three agents, two memories: every agent has a region of its own in each.
struct RandomBench {
    RandomBench(std::uint64_t seed, bool wide)
        : random(seed, "pci"), bus("bus", clock, {ArbiterConfig::Parking::Last}, {wide, false}) {
        Initiator* all[] = {&x, &y, &z};
        const char* names[] = {"x", "y", "z"};
        for (unsigned i = 0; i < kInitiators; ++i) bus.attach(all[i]->pins, names[i]);
        bus.attach(memory.pins, "memory");
        bus.attach(card.pins, "card");
        card.connect(1, ports[1]);
        card_space.write(0x14, kBases[1], 0xF);
        card_space.write(4, 2, 0x3);
        for (test::Engine* engine : engines()) engine->pipelined = true;
    }
    unsigned below(unsigned n) { return static_cast<unsigned>(random.uniform(0, n - 1)); }
    std::array<test::Engine*, kInitiators> engines() { return {&engine_x, &engine_y, &engine_z}; }

    void configure() {
        for (Initiator* initiator : {&x, &y, &z}) {
            InitiatorConfig config;
            config.first_irdy_waits = below(2) ? 0 : below(8);
            config.later_irdy_waits = below(2) ? 0 : below(8);
            config.fast_back_to_back = below(2);
            config.cache_line_dwords = 4u << below(3);
            config.hold_for_parity = below(4) == 0;
            config.wide = below(2);
            initiator->configure(config);
        }
        const std::uint32_t command_bits[] = {0, 0x10, 0x200, 0x210}, timers[] = {0, 0x2000};
        space.write(4, command_bits[below(4)], 0x3);
        space.write(0x0C, timers[below(2)], 0x2);
        space.write(0x0C, 4u << below(3), 0x1);
        memory.configure({static_cast<Devsel>(below(3)), 16, below(2) != 0});
        card.configure({static_cast<Devsel>(below(3)), 16, below(2) != 0});
        for (test::MemoryPort& port : ports) {
            const unsigned retry_percent = below(3) * 20, disconnect_percent = below(3) * 30, most_wait = 1 + below(16);
            port.later_wait = below(2) ? 0 : below(10);
            port.burst = below(6) != 0;
            port.on_begin = [=](const TargetPort::Access&) {
                TargetPort::Answer a{below(100) < retry_percent, false, below(most_wait)};
                if (below(100) < disconnect_percent) a.after = 1 + below(6), a.with_data = below(2);
                return a;
            };
        }
    }

    /// One burst of agent `i`; `expected` is what a read must bring.
    void add(unsigned i, Burst& expected) {
        const unsigned place = below(2), first = below(kRegionDwords), most = std::min(16u, kRegionDwords - first);
        const unsigned dwords = below(3) ? 1 + below(most) : std::min(most, 4u << below(3));
        const Command writes[] = {Command::MemoryWrite, Command::MemoryWriteAndInvalidate};
        const Command reads[] = {Command::MemoryRead, Command::MemoryReadLine, Command::MemoryReadMultiple};
        Burst b = test::burst(below(2) ? writes[below(2)] : reads[below(3)], 0, dwords);
        b.address = kBases[place] + 4 * (kRegionDwords * i + first);
        if (below(3) == 0) b.first_enables = static_cast<std::uint8_t>(1 + below(15));
        if (below(3) == 0) b.last_enables = static_cast<std::uint8_t>(1 + below(15));
        expected = b;
        for (unsigned d = 0; d < dwords; ++d) {
            std::uint32_t& known = content[place][kRegionDwords * i + first + d];
            if (is_write(b.command)) {
                b.data[d] = static_cast<std::uint32_t>(random.uniform(0, 0xFFFF'FFFF));
                known = (known & ~mask(b, d)) | (b.data[d] & mask(b, d));
            } else {
                expected.data[d] = known;
            }
        }
        engines()[i]->script.push_back(b);
    }
    static std::uint32_t mask(const Burst& b, unsigned d) {
        const unsigned enables = d == 0 ? b.first_enables : d + 1 == b.dwords ? b.last_enables : 0xFu;
        std::uint32_t octets = 0;
        for (unsigned lane = 0; lane < 4; ++lane)
            if (enables >> lane & 1u) octets |= 0xFFu << 8 * lane;
        return octets;
    }

    base::RandomStream random;
    core::Clock clock{"clock", {}};
    Bus bus;
    test::Engine engine_x{"engine_x", clock}, engine_y{"engine_y", clock}, engine_z{"engine_z", clock};
    ConfigSpace space{able()}, card_space{nicstar_identity()};
    Initiator x{"x", clock, engine_x.channel, &space}, y{"y", clock, engine_y.channel, nullptr},
        z{"z", clock, engine_z.channel, nullptr};
    test::MemoryPort ports[2];
    Target memory{"memory", clock, 4096, ports[0]}, card{"card", clock, card_space, 5};
    test::BusRecorder recorder{"recorder", clock, bus};
    std::uint32_t content[2][kInitiators * kRegionDwords] = {};
};

class PciRandom : public test::PciTest {
protected:
    static void two_hundred_configurations(RandomBench& bench);
};

void PciRandom::two_hundred_configurations(RandomBench& bench) {
    constexpr unsigned kConfigurations = 200, kMostBursts = 30, kMostClocks = 20'000;
    for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
        SCOPED_TRACE(configuration);
        bench.configure();
        const unsigned agents = 2 + configuration % 2;
        std::vector<Burst> expected[kInitiators];
        std::size_t total = 0;
        for (unsigned i = 0; i < agents; ++i) {
            expected[i].resize(2 + bench.below(kMostBursts - 1));
            total += expected[i].size();
            for (Burst& b : expected[i]) bench.add(i, b);
        }
        std::size_t done = 0;
        for (unsigned spent = 0; done < total && spent < kMostClocks; spent += 50) {
            clocks(50);
            done = 0;
            for (const test::Engine* engine : bench.engines()) done += engine->done.size();
        }
        ASSERT_EQ(done, total);
        clocks(5);
        for (unsigned i = 0; i < agents; ++i)
            for (std::size_t n = 0; n < expected[i].size(); ++n) {
                const Burst &b = bench.engines()[i]->done[n], &e = expected[i][n];
                ASSERT_EQ(b.status, BurstStatus::Done);
                ASSERT_FALSE(b.parity_error);
                if (is_write(b.command)) continue;
                for (unsigned d = 0; d < b.dwords; ++d)
                    ASSERT_EQ(b.data[d] & RandomBench::mask(b, d), e.data[d] & RandomBench::mask(b, d));
            }
        for (unsigned place = 0; place < 2; ++place)
            for (unsigned d = 0; d < kInitiators * kRegionDwords; ++d)
                ASSERT_EQ(bench.ports[place].dwords[d], bench.content[place][d]);
        expect_legal(bench.recorder);
        ASSERT_FALSE(HasFailure());
        bench.recorder.samples.clear();
        for (test::Engine* engine : bench.engines()) engine->done.clear();
    }
    // What the configurations are there for has happened.
    EXPECT_GT(bench.x.stats().retries + bench.y.stats().retries, 500u);
    EXPECT_GT(bench.x.stats().disconnects, 500u);
    EXPECT_GT(bench.y.stats().back_to_backs, 20u);
    EXPECT_GT(bench.x.stats().back_to_backs, 20u);
}

TEST_F(PciRandom, EveryOctetComesBackInTwoHundredConfigurations) {
    RandomBench bench(2024, false);
    two_hundred_configurations(bench);
}

TEST_F(PciRandom, EveryOctetComesBackInTwoHundredConfigurationsOf64Bits) {
    RandomBench bench(2025, true);
    two_hundred_configurations(bench);
}

}  // namespace
}  // namespace niclab::pci
