/// Words over ISA: whole cycles, edges of BCLK, wait states, a memory that is shared, a latch.
#include <gtest/gtest.h>

#include "isa/copy.h"

namespace niclab::test {

namespace {

using isa::CardMemory;
using isa::CopyConfig;
constexpr base::Femtoseconds kNs = base::kNanosecond, kClock = 120 * kNs;

double word_us(const CopyConfig& config, bool transmitting = false) {
    constexpr unsigned kWords = 2000;
    return base::to_us(isa::Copy(config, 0, transmitting).move(kWords * config.word_octets)) / kWords;
}

CopyConfig of(CardMemory memory, base::Femtoseconds between) {
    CopyConfig c;
    c.memory = memory, c.between = between;
    return c;
}

}  // namespace

TEST(IsaCopy, WithoutClocksOfTheCpuACycleFollowsTheOther) {
    EXPECT_EQ(isa::Copy(CopyConfig{}, 0, false).move(3), 6 * kClock);  // an octet more is a word more
    EXPECT_EQ(isa::Copy(CopyConfig{}, 77 * kNs, false).move(2), 77 * kNs + 3 * kClock);
}

TEST(IsaCopy, TheCpuWaitsForTheNextEdge) {
    for (const auto& [between, clocks] : {std::pair<unsigned, unsigned>{1, 4}, {120, 4}, {121, 5}, {240, 5}})
        EXPECT_EQ(isa::Copy(of(CardMemory::Free, between * kNs), 0, false).move(2), clocks * kClock) << between;
}

TEST(IsaCopy, WaitStatesAreClocks) {
    CopyConfig c = of(CardMemory::Free, 100 * kNs);
    c.wait_clocks = 2;
    EXPECT_EQ(isa::Copy(c, 0, false).move(2), 6 * kClock);
}

TEST(IsaCopy, SharedMemoryIsHeldByTheCardsOwnDmaOnlyWhileItTransmits) {
    const CopyConfig c = of(CardMemory::Shared, 100 * kNs);
    EXPECT_DOUBLE_EQ(word_us(c), 0.48);
    EXPECT_GT(word_us(c, true), 0.50);
    EXPECT_LT(word_us(c, true), 0.56);
}

TEST(IsaCopy, ALatchIsFreeWhenItsWordIsInMemory) {
    CopyConfig c = of(CardMemory::Remote, 100 * kNs);
    c.remote_clocks = 4;  // Free 200 ns after the end of a word, a clock before the sample: never a wait.
    EXPECT_DOUBLE_EQ(word_us(c), 0.48);
    double before = 0;
    for (const unsigned clocks : {8u, 12u, 16u, 20u}) {
        c.remote_clocks = clocks;
        const double us = word_us(c);
        EXPECT_GE(us, std::max(before, 0.05 * clocks)) << clocks;  // as long as the card needs, at least
        EXPECT_LE(us, 0.05 * clocks + 0.24 + 0.12) << clocks;      // and what the bus adds to it
        before = us;
    }
}

}  // namespace niclab::test
