// A card that is master of an ISA bus: its tenure, its cycles, the addressed slaves, and the
// arbitration of the board.
#include <gtest/gtest.h>

#include "host/isa_masters.h"
#include "isa/master.h"
#include "support/dma_program.h"
#include "support/isa_bench.h"

namespace niclab::test {

constexpr core::Femtoseconds kChipClock = 50'000'000;

/// A master on channel 6 and the board's parts for it, in addition to the bench's card.
struct MasterBench : IsaBench, DmaProgram {
    explicit MasterBench(sc_core::sc_module_name name, const isa::MasterConfig& config = {6}, bool with_board = true)
        : IsaBench(name), master("master", chip_clock, bus, "master", channel, config) {
        if (with_board) board = std::make_unique<host::IsaMasters>("board", bus, bridge.controller, memory);
    }
    /// As the kernel does it: mask, mode.
    void enable_channel(unsigned n) {
        bridge.io_write(n < 4 ? 0x0B : 0xD6, 1, 0xC0 | (n & 3));
        bridge.io_write(n < 4 ? 0x0A : 0xD4, 1, n & 3);
    }

    core::Clock chip_clock{"chip_clock", {kChipClock, 0, false}};
    isa::Master master;
    std::unique_ptr<host::IsaMasters> board;
};

class IsaMaster : public SimTest {
protected:
    static void run_bench(MasterBench& bench, const std::function<void(MasterBench&)>& program) {
        bench.program = [&](IsaBench& b) { program(static_cast<MasterBench&>(b)); };
        for (unsigned ms = 0; ms < 50 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_TRUE(bench.done);
        for (const check::Violation& v : bench.report.violations()) ADD_FAILURE() << v.rule->id << ": " << v.seen;
    }
};

/// Words, and octets with disabled octets next to them, at both lanes and both ends.
TEST_F(IsaMaster, MovesTheOctetsThatAreEnabledAndNoOthers) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.enable_channel(6);
        for (unsigned first = 1; first < 16; ++first) {
            for (unsigned last = 1; last < 16; ++last) {
                for (std::uint32_t at = 0x2000; at < 0x2010; at += 4) b.memory.write32(at, 0xEEEEEEEE);
                const bus::Burst asked = burst(true, 0x2004, 3, first, last);
                ASSERT_EQ(b.move(asked).status, bus::BurstStatus::Done);
                const unsigned enables[] = {0, first, 0xF, last};
                for (unsigned i = 0; i < 16; ++i) {
                    const bool meant = (enables[i / 4] >> i % 4 & 1u) != 0;
                    const unsigned octet = i < 4 ? 0 : asked.data[i / 4 - 1] >> 8 * (i % 4) & 0xFF;
                    ASSERT_EQ(*b.memory.at(0x2000 + i), meant ? octet : 0xEE) << first << ' ' << last << ' ' << i;
                }
                const bus::Burst read = b.move(burst(false, 0x2004, 3));
                for (unsigned i = 0; i < 3; ++i) ASSERT_EQ(read.data[i], b.memory.read32(0x2004 + 4 * i));
            }
        }
    });
}

/// Three clocks, five of the command, one: 450 ns a word. The longest burst stays below the 15 us
/// that a master may have the bus.
TEST_F(IsaMaster, AWordTakesNineClocks) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.enable_channel(6);
        const auto held = [&b](unsigned dwords) {
            const bus::BurstTimes t = b.move(burst(false, 0x1000, dwords)).times;
            EXPECT_GT(t.gnt, t.req);
            EXPECT_EQ(t.frame - t.gnt, 6 * kChipClock);
            return t.last_data - t.gnt;
        };
        const core::Femtoseconds one = held(1), longest = held(16);
        EXPECT_EQ(longest - one, 15 * 2 * 9 * kChipClock);
        EXPECT_LT(longest, 15'000'000'000u);
    });
}

/// The CPU's cycles come between two tenures, and its own accesses do not see the board's memory.
TEST_F(IsaMaster, TheCpuHasTheBusInBetween) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.decode(true);
        b.enable_channel(6);
        b.memory.write32(0x1000, 0x12345678);
        EXPECT_EQ(b.bridge.read32(0x1000), ~0u);
        for (unsigned n = 0; n < 100; ++n) {
            b.ask(burst(n % 2 != 0, 0x1000, 8));
            sc_core::wait(core::from_fs(n * 17'000'000));
            b.bridge.write32(IsaBench::kMemory + 4 * n, n);
            EXPECT_EQ(b.answer().status, bus::BurstStatus::Done);
            EXPECT_EQ(b.bridge.read32(IsaBench::kMemory + 4 * n), n);
        }
    });
}

/// DRQ is asserted again 1.1 us after the end of DACK#.
TEST_F(IsaMaster, RestsBetweenTwoTenures) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.enable_channel(6);
        for (unsigned phase = 0; phase < 12; ++phase) {  // of the bus's clock against the card's
            sc_core::wait(core::from_fs(phase * 10'000'000));
            b.move(burst(false, 0x1000, 1, 0x3));
            while (b.bus.levels().read().dack != 0) sc_core::wait(1, sc_core::SC_NS);
            const core::Femtoseconds end = core::now_fs();
            const core::Femtoseconds again = b.move(burst(false, 0x1000, 1, 0x3)).times.req;
            EXPECT_GE(again - end, 22 * kChipClock);
            EXPECT_LE(again - end, (22 + 3) * kChipClock);
        }
    });
}

TEST_F(IsaMaster, GivesUpWhereNobodyAnswers) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.enable_channel(5);  // another one
        const core::Femtoseconds begin = core::now_fs();
        const bus::Burst done = b.move(burst(false, 0x1000, 1));
        EXPECT_EQ(done.status, bus::BurstStatus::MasterAbort);
        EXPECT_EQ(done.data[0], ~0u);
        EXPECT_NEAR(double(core::now_fs() - begin), 51.2e9, 0.2e9);
        EXPECT_FALSE(b.bus.drq(6).read());
        b.enable_channel(6);
        EXPECT_EQ(b.move(burst(false, 0x1000, 1)).status, bus::BurstStatus::Done);
    });
}

/// What is no memory of the board's reads ones; the card's memory is reached by a master as by the
/// CPU, and may make it wait.
TEST_F(IsaMaster, WaitsForMemoryThatIsNotReady) {
    MasterBench bench("bench");
    run_bench(bench, [](MasterBench& b) {
        b.decode(true);
        b.enable_channel(6);
        b.bridge.write32(IsaBench::kMemory, 0xA5A51234);
        EXPECT_EQ(b.move(burst(false, 0x800000, 1)).data[0], ~0u);
        const bus::Burst fast = b.move(burst(false, IsaBench::kMemory, 1));
        b.card.wait_fs = 1'000'000'000;
        const bus::Burst slow = b.move(burst(false, IsaBench::kMemory, 1));
        EXPECT_EQ(fast.data[0], 0xA5A51234u);
        EXPECT_EQ(slow.data[0], 0xA5A51234u);
        const auto length = [](const bus::Burst& x) { return x.times.last_data - x.times.frame; };
        EXPECT_NEAR(double(length(slow) - length(fast)), 2 * (1000e6 + 4.5 * 50e6 - 250e6),
                    60e6);  // up to a clock until it is seen, and four
    });
}

/// Without the board's controllers all channels are answered.
TEST_F(IsaMaster, ABoardWithoutControllersAnswersAll) {
    MasterBench bench("bench", {6}, false);
    run_bench(bench, [](MasterBench& b) { EXPECT_EQ(b.move(burst(false, 0x1000, 1)).status, bus::BurstStatus::Done); });
}

/// Status, masks and modes of both controllers; channels are answered in cascade mode and without a
/// mask alone.
TEST_F(IsaMaster, DmaControllersAnswerWhatTheirRegistersSay) {
    MasterBench bench("bench", {7});
    run_bench(bench, [](MasterBench& b) {
        const auto out = [&b](unsigned port, unsigned value) { b.bridge.io_write(port, 1, value); };
        const auto answered = [&b] { return unsigned(b.board->dma.answered().read()); };
        EXPECT_EQ(answered(), 0u);
        out(0xD4, 3);
        EXPECT_EQ(answered(), 0u);  // no mode yet
        EXPECT_EQ(b.bridge.io_read(0xD0, 1), 0u);
        b.ask(burst(false, 0x1000, 1));
        sc_core::wait(2, sc_core::SC_US);
        EXPECT_EQ(b.bridge.io_read(0xD0, 1), 0x80u);
        EXPECT_EQ(b.bridge.io_read(0x08, 1), 0u);
        out(0xD6, 0xC3);
        EXPECT_EQ(answered(), 0x80u);
        EXPECT_EQ(b.answer().status, bus::BurstStatus::Done);
        EXPECT_EQ(b.bridge.io_read(0xD0, 1), 0u);
        out(0xD4, 7);
        EXPECT_EQ(answered(), 0u);
        out(0x0B, 0xC1), out(0x0F, 0x0D);
        EXPECT_EQ(answered(), 0x02u);
        out(0xDC, 0);
        EXPECT_EQ(answered(), 0x82u);
        out(0x08, 4);
        EXPECT_EQ(answered(), 0x80u);
        out(0x08, 0), out(0xD6, 0x47);
        EXPECT_EQ(answered(), 0x02u);
        out(0x0D, 0);
        EXPECT_EQ(answered(), 0u);
    });
}

TEST_F(IsaMaster, SaysWhatItsKeysMayBe) {
    isa::Bus bus("bus");
    core::Clock clock("clock", {kChipClock, 0, false});
    bus::DmaChannel channel("dma");
    const auto refused = [&](const isa::MasterConfig& c) {
        EXPECT_THROW(isa::Master("master", clock, bus, "master", channel, c), std::invalid_argument);
    };
    refused({8}), refused({5, 4}), refused({5, 6, 2}), refused({5, 6, 7}), refused({5, 6, 5, 0});
    refused({5, 6, 5, 22, 15}), refused({5, 6, 5, 22, 65536});
}

}  // namespace niclab::test
