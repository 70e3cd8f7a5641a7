// The NE2000 at signal level: ports, latches, and the waits of the CPU.
#include <gtest/gtest.h>

#include "cards/dp8390/ne2000.h"
#include "support/dp8390_isa_bench.h"

namespace niclab::test {

class Ne2000 : public Dp8390IsaTest {
protected:
    using Bench = Dp8390IsaBench<dp8390::Ne2000>;
    static void run_card(std::function<void(Bench&)> program, const std::vector<std::string>& broken = {}) {
        run_bench<Bench>(std::move(program), broken, isa::ControllerConfig{});
    }
};

TEST_F(Ne2000, ItsPromReadsTwiceInOctetsAndOnceInWords) {
    run_card([](Bench& b) {
        const dp8390::Config c = dp8390::Ne2000::ne2000_defaults();
        b.out(0, 0x22);
        EXPECT_EQ(b.in(7) & 0x80, 0u);
        EXPECT_EQ(b.in(0x1F), 0u);  // a reset
        EXPECT_EQ(b.in(7) & 0x80, 0x80u);
        EXPECT_EQ(b.in(0), 0x21u);
        b.out(0x0E, 0x48);
        b.remote(0x0A, 0, 32);
        for (unsigned i = 0; i < 12; ++i) EXPECT_EQ(b.in(0x10), c.address[i / 2]) << i;
        for (unsigned i = 12; i < 28; ++i) EXPECT_EQ(b.in(0x10), 0u) << i;
        for (unsigned i = 28; i < 32; ++i) EXPECT_EQ(b.in(0x10), 0x57u) << i;
        b.out(0x0E, 0x49);
        b.remote(0x0A, 0, 12);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(b.word(), c.address[i] * 0x101u) << i;
        EXPECT_EQ(b.in(7) & 0x40, 0x40u);
    });
}

TEST_F(Ne2000, MemoryHoldsWhatWentThroughTheLatch) {
    run_card([](Bench& b) {
        b.out(0x0E, 0x49);
        b.remote(0x12, 0x4000, 200);
        for (unsigned i = 0; i < 100; ++i) b.put(0x1357 * i & 0xFFFF);
        while ((b.in(7) & 0x40) == 0) sc_core::wait(1, sc_core::SC_US);
        b.out(7, 0x40);
        b.remote(0x0A, 0x4000, 200);
        for (unsigned i = 0; i < 100; ++i) ASSERT_EQ(b.word(), (0x1357 * i & 0xFFFF)) << i;
        b.remote(0x0A, 0x4000, 8);  // what was fetched ahead for it is dropped
        b.word();
        b.remote(0x0A, 0x4002, 3);
        EXPECT_EQ(b.word(), 0x1357u);
        EXPECT_EQ(b.in(0x10), (0x1357 * 2) & 0xFFu);  // a word moves, its low octet is seen
        EXPECT_EQ(b.in(8), 6u);
    });
}

/// The chip is notified of an access at the end of its command. A word read ahead is in the latch 8
/// clocks of 50 ns after that, a written one is moved within 20. A cycle's end is at least a clock
/// of BCLK after it.
TEST_F(Ne2000, ReadsAheadAndWritesBehind) {
    const auto clocks = [](Bench& b, unsigned words, bool write) {
        b.out(0x0E, 0x49);
        b.remote(write ? 0x12 : 0x0A, 0x4000, 2 * words);
        sc_core::wait(2, sc_core::SC_US);
        const std::uint32_t port = Bench::kPort + 0x10;
        return double(b.words(isa::Space::Port, write, port, words, 100'000'000)) / double(words - 1) / 120e6;
    };
    run_card([&](Bench& b) {
        EXPECT_NEAR(clocks(b, 400, false), 5.0, 0.2);  // refresh takes its share
        EXPECT_NEAR(clocks(b, 400, true), 10.0, 0.1);
    });
}

/// IOCHRDY stays low, and the bus is stopped: rule I10, reported once.
TEST_F(Ne2000, AReadThatNothingWasAskedForNeverEnds) {
    run_card([](Bench& b) { b.word(); }, {"I10", "I18"});
}

TEST_F(Ne2000, AnInterruptIsItsJumpers) {
    run_card([](Bench& b) {
        b.out(0x0F, 0x40), b.out(0x0A, 0), b.out(0x0B, 0), b.out(0, 0x0A);  // a remote read of nothing is done at once
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_EQ(b.bridge.interrupts_requested(), 1u << 3);
        b.out(7, 0x40);
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_EQ(b.bridge.interrupts_requested(), 0u);
    });
    EXPECT_EQ(dp8390::Jumpers{}.irq, 3u);
}

}  // namespace niclab::test
