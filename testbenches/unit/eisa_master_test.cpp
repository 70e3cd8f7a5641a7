// A card that is master of an EISA bus: its bursts, their data, waits by the slave, and the
// arbitration of the board.
#include <gtest/gtest.h>

#include "support/eisa_bench.h"

namespace niclab::test {

namespace {

constexpr core::Femtoseconds kClock = 2 * eisa::Controller::kHalf;

}  // namespace

class EisaMaster : public EisaTest {};

/// START# and a BCLK a dword; without SLBURST# two BCLK each.
TEST_F(EisaMaster, ABurstMovesADwordAClock) {
    run_program([](EisaBench& b) {
        for (const bool write : {false, true}) {
            for (const unsigned dwords : {1u, 2u, 3u, 16u}) {
                const auto cycles = b.cycles_of([&] { b.move(burst(write, 0x1000, dwords)); });
                ASSERT_EQ(cycles.size(), 1u);
                EXPECT_EQ(cycles[0].halves(), 2 + 2 * dwords) << dwords;
                const bus::BurstTimes t = b.move(burst(write, 0x1000, dwords)).times;
                EXPECT_EQ(t.last_data - t.frame, (1 + dwords) * kClock);
                EXPECT_EQ(t.first_data - t.frame, 2 * kClock);
                EXPECT_GT(t.gnt, t.req);
                EXPECT_EQ(t.frame - t.gnt, kClock / 2);
            }
        }
        b.decode(false, false);
        const auto single = b.cycles_of([&] { b.move(burst(true, EisaBench::kMemory, 4)); });
        ASSERT_EQ(single.size(), 4u);
        EXPECT_EQ(single.back().end - single.front().begin, 4 * 2 * kClock);
        b.decode();
        EXPECT_EQ(b.cycles_of([&] { b.move(burst(true, EisaBench::kMemory, 4)); }).size(), 1u);
    });
}

TEST_F(EisaMaster, ACardThatDoesNotBurstTakesTwoClocksADword) {
    run_program(
        [](EisaBench& b) {
            const auto cycles = b.cycles_of([&] { b.move(burst(false, 0x1000, 4)); });
            ASSERT_EQ(cycles.size(), 4u);
            EXPECT_EQ(cycles.back().end - cycles.front().begin, 4 * 2 * kClock);
        },
        {0}, {2, false});
}

/// Octets with disabled octets next to them, at all lanes of both ends.
TEST_F(EisaMaster, MovesTheOctetsThatAreEnabledAndNoOthers) {
    run_program([](EisaBench& b) {
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

/// Another START# after each 1 KB.
TEST_F(EisaMaster, ABurstStaysWithinItsPage) {
    run_program([](EisaBench& b) {
        for (unsigned before = 1; before < 16; ++before) {
            const std::uint32_t at = 0x2400 - 4 * before;
            std::vector<EisaBench::Cycle> cycles;
            cycles = b.cycles_of([&] { b.move(burst(true, at, 16)); });
            ASSERT_EQ(cycles.size(), 2u) << before;
            EXPECT_EQ(cycles[0].halves(), 2 + 2 * before);
            EXPECT_EQ(cycles[1].halves(), 2 + 2 * (16 - before));
            for (unsigned i = 0; i < 16; ++i) ASSERT_EQ(b.memory.read32(at + 4 * i), 0x11223344u + 0x01010101u * i);
        }
        EXPECT_EQ(b.cycles_of([&] { b.move(burst(true, 0x2400 - 64, 16)); }).size(), 1u);
    });
}

/// Each transfer waits for its own EXRDY.
TEST_F(EisaMaster, WaitsForMemoryThatIsNotReady) {
    run_program([](EisaBench& b) {
        b.decode();
        for (const bool write : {true, false}) {
            b.card.wait_fs = 100'000'000;  // After the fall at 60 ns, before that at 180 ns.
            const auto cycles = b.cycles_of([&] {
                const bus::Burst moved = b.move(burst(write, EisaBench::kMemory, 4));
                for (unsigned i = 0; i < 4; ++i) ASSERT_EQ(moved.data[i], 0x11223344u + 0x01010101u * i);
            });
            ASSERT_EQ(cycles.size(), 1u);
            EXPECT_EQ(cycles[0].halves(), 2 + 4 * 4u);
        }
        b.card.wait_fs = 0;
        for (unsigned i = 0; i < 4; ++i)
            EXPECT_EQ(b.bridge.read32(EisaBench::kMemory + 4 * i), 0x11223344u + 0x01010101u * i);
    });
}

/// The CPU's cycles come between two tenures, refreshes too, and its own accesses do not see the
/// board's memory.
TEST_F(EisaMaster, TheCpuHasTheBusInBetween) {
    run_program(
        [](EisaBench& b) {
            b.decode(false, true, true);
            b.memory.write32(0x1000, 0x12345678);
            EXPECT_EQ(b.bridge.read32(0x1000), ~0u);
            for (unsigned n = 0; n < 300; ++n) {
                b.ask(burst(n % 2 != 0, 0x1000, 1 + n % 16));
                sc_core::wait(core::from_fs(n % 100 * 17'000'000));
                b.bridge.write32(EisaBench::kMemory + 4 * n, n);
                ASSERT_EQ(b.answer().status, bus::BurstStatus::Done);
                ASSERT_EQ(b.bridge.read32(EisaBench::kMemory + 4 * n), n);
            }
        },
        {});
}

/// A third agent: its tenures alternate with the first one's, and the CPU gets a cycle between two
/// of theirs. There is always a waiting agent, so MAKn# is deasserted before its master leaves.
TEST_F(EisaMaster, MastersAndTheCpuTakeTurns) {
    EisaBench bench("bench", {0});
    bus::DmaChannel channel("other_dma");
    eisa::Master other("other", bench.clock, bench.bus, 7, "other", channel);
    std::vector<unsigned> owners;  // slots, 0 for the CPU
    struct Listener : sc_core::sc_module {
        SC_HAS_PROCESS(Listener);
        Listener(sc_core::sc_module_name name, const eisa::Bus& bus, std::vector<unsigned>& owners)
            : sc_module(name), bus_(bus), owners_(owners) {
            SC_METHOD(listen);
            sensitive << bus.levels();
            dont_initialize();
        }
        void listen() {
            const eisa::Levels& now = bus_.levels().read();
            if (now.mak != 0 && last_.mak == 0) owners_.push_back(unsigned(__builtin_ctz(now.mak)));
            if (now.mak == 0 && (bus_.requests() & last_.mak) != 0) ++taken_back;
            if (now.start && !last_.start && now.la >= EisaBench::kMemory) owners_.push_back(0);
            last_ = now;
        }
        unsigned taken_back = 0;  // MAKn#, while MREQn# was on
        const eisa::Bus& bus_;
        std::vector<unsigned>& owners_;
        eisa::Levels last_;
    } listener("listener", bench.bus, owners);
    bench.program = [&](EisaBench& b) {
        b.decode();
        for (unsigned n = 0; n < 50; ++n) {
            b.ask(burst(true, 0x1000, 16));
            channel.request.post(burst(true, 0x3000, 16));
            std::array<std::uint32_t, 16> words{};
            b.bridge.write_block(EisaBench::kMemory, words.data(), 16, {});
            b.answer();
            while (!channel.response.has_item()) sc_core::wait(channel.response.posted_event());
            channel.response.take();
            sc_core::wait(sc_core::SC_ZERO_TIME);
        }
    };
    run(sc_core::sc_time(5, sc_core::SC_MS));
    ASSERT_TRUE(bench.done);
    EXPECT_EQ(std::count(owners.begin(), owners.end(), 5u), 50);
    EXPECT_EQ(std::count(owners.begin(), owners.end(), 7u), 50);
    EXPECT_EQ(std::count(owners.begin(), owners.end(), 0u), 50 * 16);
    EXPECT_EQ(listener.taken_back, 100u);
    for (std::size_t i = 0; i + 1 < owners.size(); ++i)
        EXPECT_FALSE(owners[i] != 0 && owners[i + 1] != 0) << i;  // after a master the CPU, which always requests
    for (const check::Violation& v : bench.report.violations())
        if (std::string(v.rule->id) != "X20") ADD_FAILURE() << v.rule->id << ": " << v.seen;
}

/// MREQn# is asserted again two clocks after the end of the last one.
TEST_F(EisaMaster, RestsBetweenTwoTenures) {
    run_program([](EisaBench& b) {
        const core::Femtoseconds end = b.move(burst(false, 0x1000, 1)).times.last_data + kClock / 2;
        const core::Femtoseconds again = b.move(burst(false, 0x1000, 1)).times.req;
        EXPECT_GE(again - end, 2 * kClock);
        EXPECT_LE(again - end, 4 * kClock);
    });
}

/// What no 32-bit memory answers reads ones, and the bus goes on.
TEST_F(EisaMaster, GivesUpWhereNobodyAnswers) {
    run_program([](EisaBench& b) {
        const bus::Burst nobody = b.move(burst(false, 0x800000, 3));
        EXPECT_EQ(nobody.status, bus::BurstStatus::MasterAbort);
        EXPECT_EQ(nobody.data[0], ~0u);
        EXPECT_EQ(b.move(burst(true, 0x1000, 3)).status, bus::BurstStatus::Done);
        EXPECT_EQ(b.memory.read32(0x1008), 0x11223344u + 0x02020202u);
    });
}

}  // namespace niclab::test
