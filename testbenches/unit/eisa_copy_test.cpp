// The times per word of AN-880's cards in isa/copy.h equal those at signal level: for each card
// with its own numbers for copies, on its bus.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "host/isa_masters.h"
#include "isa/master.h"
#include "support/an880_words.h"
#include "support/eisa_bench.h"
#include "support/isa_bench.h"

namespace niclab::test {

namespace {

constexpr core::Femtoseconds kNs = base::kNanosecond, kHalf = isa::Controller::kHalf;

constexpr unsigned kWords = 40;  // no refresh falls due meanwhile

}  // namespace

class IsaCopyAtPins : public IsaTest {
protected:
    /// The CPU moves words one by one, and takes `between` after each, to a card of 16 bits that is
    /// not ready for a number of BCLK.
    static void expect_words(const isa::CopyConfig& c, isa::Space space, bool write) {
        run_program(
            [&](IsaBench& b) {
                b.decode(true);
                b.card.wait_fs = c.wait_clocks == 0 ? 0 : (4 * c.wait_clocks + 1) * kHalf / 2;
                const std::uint32_t at = space == isa::Space::Port ? IsaBench::kPort : IsaBench::kMemory;
                EXPECT_EQ(b.words(space, write, at, kWords, c.between), computed_words(c, kWords));
            },
            {0});
    }
};

/// A FIFO at a port: the 3C509's.
TEST_F(IsaCopyAtPins, WordsThroughAPort) { expect_words(copy_of("3com_etherlink_iii", "out"), isa::Space::Port, true); }

/// An 82586's memory at a port, two wait states.
TEST_F(IsaCopyAtPins, EtherExpress16Writes) {
    const isa::CopyConfig c = copy_of("intel_etherxpress", "out");
    EXPECT_EQ(c.wait_clocks, 2u);
    expect_words(c, isa::Space::Port, true);
}
TEST_F(IsaCopyAtPins, EtherExpress16Reads) {
    expect_words(copy_of("intel_etherxpress", "in"), isa::Space::Port, false);
}

/// Shared memory, one wait state.
TEST_F(IsaCopyAtPins, EtherTwistWrites) {
    const isa::CopyConfig c = copy_of("hp_ethertwist", "out");
    EXPECT_EQ(c.wait_clocks, 1u);
    expect_words(c, isa::Space::Memory, true);
}
TEST_F(IsaCopyAtPins, EtherTwistReads) { expect_words(copy_of("hp_ethertwist", "in"), isa::Space::Memory, false); }

TEST_F(IsaCopyAtPins, SmcEliteWrites) { expect_words(copy_of("smc_elite", "out"), isa::Space::Memory, true); }

/// A SONIC that is master of ISA: nine clocks a word, 3 BCLK where its clock is one of 25 MHz
/// (*assumed*). What copy.h does not have is the way to the bus and from it, DRQ to MASTER# and
/// back.
TEST_F(IsaCopyAtPins, SonicAtMovesAWordInThreeClocksOnceItHasTheBus) {
    struct SonicBench : IsaBench {
        explicit SonicBench(sc_core::sc_module_name name) : IsaBench(name) {}
        core::Clock chip_clock{"chip_clock", {40 * kNs, 0, false}};
        bus::DmaChannel channel{"dma"};
        isa::Master master{"master", chip_clock, bus, "master", channel, {6}};
        host::IsaMasters board{"board", bus, bridge.controller, memory};
    } bench("bench");
    bench.program = [&](IsaBench& b) {
        b.bridge.io_write(0xD6, 1, 0xC2), b.bridge.io_write(0xD4, 1, 2);
        for (const bus::Command command : {bus::Command::MemoryRead, bus::Command::MemoryWrite}) {
            bus::Burst burst;
            burst.command = command, burst.address = 0x1000, burst.dwords = 16;
            bench.channel.request.post(burst);
            while (!bench.channel.response.has_item()) sc_core::wait(bench.channel.response.posted_event());
            const bus::BurstTimes t = bench.channel.response.item().times;
            bench.channel.response.take();
            sc_core::wait(10, sc_core::SC_US);
            EXPECT_EQ(t.last_data - t.frame, computed_words(copy_of("sonic_at", "out"), 33));  // 32 words, begin to end
        }
    };
    for (unsigned ms = 0; ms < 20 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_TRUE(bench.done);
    for (const check::Violation& v : bench.report.violations()) ADD_FAILURE() << v.rule->id << ": " << v.seen;
}

class EisaCopyAtPins : public EisaTest {};

/// An LNE390: memory of dwords without waits, compressed cycles that follow each other.
TEST_F(EisaCopyAtPins, Lne390MovesADwordIn1Point5Clocks) {
    run_program([](EisaBench& b) {
        b.decode(false, false, true);
        for (const char* direction : {"out", "in"}) {
            const isa::CopyConfig c = copy_of("mylex_eisa", direction);
            EXPECT_EQ(c.word_octets, 4u);
            std::array<std::uint32_t, 16> dwords{};
            const auto cycles = b.cycles_of([&] {
                if (direction[0] == 'o')
                    b.bridge.write_block(EisaBench::kMemory, dwords.data(), 16, {});
                else
                    b.bridge.read_block(EisaBench::kMemory, dwords.data(), 16, {});
            });
            ASSERT_EQ(cycles.size(), 16u);
            EXPECT_EQ(cycles.back().end - cycles.front().end, computed_words(c, 16)) << direction;
        }
    });
}

/// A SONIC that is master of EISA moves a frame of 1082 octets in bursts of 32 octets: START#, then
/// one dword per BCLK.
TEST_F(EisaCopyAtPins, PlxSonicMovesADwordAClockInBursts) {
    run_program([](EisaBench& b) {
        isa::CopyConfig c;
        c.between = 0, c.cycle_clocks = 1, c.word_octets = 4;
        bus::Burst burst;
        burst.command = bus::Command::MemoryRead, burst.address = 0x1000, burst.dwords = 8;
        const bus::BurstTimes t = b.move(burst).times;
        EXPECT_EQ(t.last_data - t.first_data, computed_words(c, 8));
    });
}

/// No source states whether an NE3200 has bursts. Its class has no key of its own, like PLX's.
/// Without bursts, 2 BCLK per dword, a frame of 1082 octets takes less than a tenth of its time on
/// the wire. So the bus is not the limit either way.
TEST_F(EisaCopyAtPins, Ne3200HasTimeToSpareWithoutBursts) {
    const toml::table all = toml::parse_file(NICLAB_AN880_CARDS);
    for (const std::string card : {"ne3200", "plx_sonic"}) {
        EXPECT_FALSE(all[card]["reader"]) << card;
        EXPECT_EQ(all[card]["keeper"].as_table()->size(), 1u) << card << " names its class alone";
        const toml::table keys = toml::parse_file(NICLAB_CARD_CLASSES + card + ".toml");
        EXPECT_EQ(keys.size(), 1u) << card << " copies nothing or is as its base";
    }
    run_program(
        [](EisaBench& b) {
            isa::CopyConfig c;
            c.between = 0, c.cycle_clocks = 2, c.word_octets = 4;
            bus::Burst burst;
            burst.command = bus::Command::MemoryWrite, burst.address = 0x1000, burst.dwords = 8;
            const bus::BurstTimes t = b.move(burst).times;
            EXPECT_EQ(t.last_data - t.first_data, computed_words(c, 8));
            EXPECT_LT(computed_words(c, 1082 / 4 + 1), 1082 * 800 * kNs / 10);
        },
        {0}, {2, false});
}

}  // namespace niclab::test
