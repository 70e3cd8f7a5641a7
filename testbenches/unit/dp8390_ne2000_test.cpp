// The NE2000 at the pins of its bus: ports, latches, and what they make the CPU wait for.
#include <gtest/gtest.h>

#include "cards/dp8390/ne2000.h"
#include "support/isa_bench.h"

namespace niclab::test {

class Ne2000 : public IsaTest {
protected:
    /// The card beside the bench's own, on no cable, and a program of accesses.
    struct Bench : IsaBench {
        Bench(sc_core::sc_module_name name, const dp8390::Config& config)
            : IsaBench(name, {}, 7), ne("ne", {bus, "ne", txc, rxc}, config) {
            ne.mac.pins.bind(wires);
        }
        void out(unsigned at, unsigned value) { bridge.io_write(kPort + at, 1, value); }
        unsigned in(unsigned at) { return bridge.io_read(kPort + at, 1); }
        unsigned word() { return bridge.io_read(kPort + 0x10, 2); }
        void put(unsigned value) { bridge.io_write(kPort + 0x10, 2, value); }
        void remote(unsigned command, unsigned at, unsigned octets) {
            out(0, 0x22), out(0x0A, octets & 255), out(0x0B, octets >> 8), out(8, at & 255), out(9, at >> 8);
            out(0, command);
        }
        core::Clock txc{"txc", {100'000'000, 13'000'000, false}}, rxc{"rxc", {100'000'000, 0, false}};
        ether::MacPins<core::Net> wires;
        dp8390::Ne2000 ne;
    };
    static void run_card(std::function<void(Bench&)> program,
                         const dp8390::Config& config = dp8390::Ne2000::ne2000_defaults(),
                         const std::vector<std::string>& broken = {}) {
        Bench bench("bench", config);
        bench.program = [&](IsaBench& b) { program(static_cast<Bench&>(b)); };
        for (unsigned ms = 0; ms < 20 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_EQ(bench.done, broken.empty());
        std::vector<std::string> found;
        for (const check::Violation& v : bench.report.violations()) found.emplace_back(v.rule->id);
        EXPECT_EQ(found, broken);
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

/// A word that was fetched ahead waits for nothing: a cycle of 6 halves, with a clock between two, in which 8 clocks of 50 ns fit. 20 do not.
TEST_F(Ne2000, ReadsAheadAndWritesBehind) {
    const auto clocks = [](Bench& b, unsigned words, bool write) {
        b.out(0x0E, 0x49);
        b.remote(write ? 0x12 : 0x0A, 0x4000, 2 * words);
        sc_core::wait(2, sc_core::SC_US);
        const core::Femtoseconds begin = core::now_fs();
        for (unsigned i = 0; i < words; ++i) write ? b.put(i) : void(b.word());
        return double(core::now_fs() - begin) / double(words) / 120e6;
    };
    run_card([&](Bench& b) {
        EXPECT_NEAR(clocks(b, 400, false), 4.0, 0.2);             // refresh takes its share
        EXPECT_NEAR(clocks(b, 400, true), 20 * 50 / 120.0, 0.1);  // 19, and one to begin anew
    });
}

/// IOCHRDY stays low, and with it the bus: rule I10, told once.
TEST_F(Ne2000, AReadThatNothingWasAskedForNeverEnds) {
    run_card([](Bench& b) { b.word(); }, dp8390::Ne2000::ne2000_defaults(), {"I10", "I18"});
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
