// 200 seeded configurations of targets and initiators in one simulation: what is written is read
// back, octet by octet.
#include "support/pci_random.h"

#include <gtest/gtest.h>

#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::RandomPciBench;

class PciRandom : public test::PciTest {
protected:
    static void two_hundred_configurations(RandomPciBench& bench);
};

void PciRandom::two_hundred_configurations(RandomPciBench& bench) {
    constexpr unsigned kConfigurations = 200, kMostBursts = 30, kMostClocks = 20'000;
    for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
        SCOPED_TRACE(configuration);
        bench.configure();
        const unsigned agents = 2 + configuration % 2;
        std::vector<bus::Burst> expected[RandomPciBench::kInitiators];
        std::size_t total = 0;
        for (unsigned i = 0; i < agents; ++i) {
            expected[i].resize(2 + bench.below(kMostBursts - 1));
            total += expected[i].size();
            for (bus::Burst& b : expected[i]) bench.add(i, b);
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
                const bus::Burst &b = bench.engines()[i]->done[n], &e = expected[i][n];
                ASSERT_EQ(b.status, bus::BurstStatus::Done);
                ASSERT_FALSE(b.parity_error);
                if (bus::is_write(b.command)) continue;
                for (unsigned d = 0; d < b.dwords; ++d)
                    ASSERT_EQ(b.data[d] & RandomPciBench::mask(b, d), e.data[d] & RandomPciBench::mask(b, d));
            }
        for (unsigned place = 0; place < 2; ++place)
            for (unsigned d = 0; d < bench.kInitiators * bench.kRegionDwords; ++d)
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
    RandomPciBench bench(2024, false);
    two_hundred_configurations(bench);
}

TEST_F(PciRandom, EveryOctetComesBackInTwoHundredConfigurationsOf64Bits) {
    RandomPciBench bench(2025, true);
    two_hundred_configurations(bench);
}

}  // namespace
}  // namespace niclab::pci
