// The assignment of cell slots: priorities with M of N, constant rates, a schedule that changes
// during transmission.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarRates : public test::SarCorner {
protected:
    static constexpr std::uint32_t kQueues = 0x10000;  ///< Of 32 entries each.

    /// Channel `k` has its queue after kQueues; its descriptors point at one buffer of `cells`
    /// cells repeatedly.
    static void put_channel(SarBench& bench, std::uint32_t scd, unsigned k, std::uint16_t vci, unsigned m, unsigned n,
                            unsigned entries, std::uint32_t cells = 30, std::uint32_t spacing = 0x2000) {
        const std::uint32_t queue = kQueues + k * spacing;
        for (unsigned e = 0; e < entries; ++e) {
            std::uint32_t* words = &bench.memory.dwords[queue / 4 + 4 * e];
            words[0] = tbd::kEndOfPdu | m << 23 | n << 16 | cells * 48;  // AAL0: no CRC to keep
            words[1] = kBuffer - 0x8000, words[2] = 0;
            words[3] = atm::Header{0, 0, vci, 0, false}.word();
        }
        bench.write_sram(scd, {queue, 0, ~0u, 0});
        bench.write_sram(scd, {queue + 16 * entries});
    }
    static std::size_t cells_of(const SarBench& bench, std::uint16_t vci) {
        std::size_t n = 0;
        for (const auto& c : bench.line.cells) n += c.header().vci == vci;
        return n;
    }
};

TEST_F(SarRates, AChannelUsesMOfNVariableSlotsAndTheNextPriorityTheRest) {
    SarBench bench;
    bench.set_up();
    bench.memory.dwords.resize(1 << 18);
    put_channel(bench, nicstar::sram_map::kVrScd[0], 0, 40, 2, 7, 100);
    put_channel(bench, nicstar::sram_map::kVrScd[1], 1, 41, 1, 3, 100);
    put_channel(bench, nicstar::sram_map::kVrScd[2], 2, 42, 1, 1, 200);
    SarBench::clocks(20'000);  // all three are under way
    const std::size_t a = cells_of(bench, 40), b = cells_of(bench, 41), c = cells_of(bench, 42);
    bench.line.cells.clear();
    const std::size_t begin = bench.line.pattern.size();
    SarBench::clocks(95 * 2100);
    const double slots = static_cast<double>(bench.line.pattern.size() - begin);
    ASSERT_GT(a, 0u);
    ASSERT_GT(b, 0u);
    ASSERT_GT(c, 0u);
    EXPECT_NEAR(static_cast<double>(cells_of(bench, 40)), slots * 2 / 7, 3);
    // A window of three slots begins with the first that the channel gets, which may have to wait
    // for the others.
    EXPECT_LE(static_cast<double>(cells_of(bench, 41)), slots / 3 + 1);
    EXPECT_GE(static_cast<double>(cells_of(bench, 41)), slots * 0.25);
    EXPECT_EQ(cells_of(bench, 40) + cells_of(bench, 41) + cells_of(bench, 42), bench.line.cells.size());
    EXPECT_GE(static_cast<double>(bench.line.cells.size()), slots - 40);  // the last takes what is left
}

/// What a window allows, slot by slot.
TEST_F(SarRates, CreditCountsInWindows) {
    Credit credit;
    std::string served;
    for (std::uint32_t slot = 1; slot <= 14; ++slot) {
        const bool yes = credit.allows(slot);
        if (yes) credit.use(slot, 2, 7);
        served += yes ? '1' : '0';
    }
    EXPECT_EQ(served, "11000001100000");
    Credit unlimited;
    for (std::uint32_t slot = 1; slot < 100; ++slot) {
        EXPECT_TRUE(unlimited.allows(slot));
        unlimited.use(slot, 1, 1);
    }
    Credit zero;
    zero.use(1, 0, 5);
    EXPECT_TRUE(zero.allows(2));
}

TEST_F(SarRates, FourHundredAndSixtyConstantRatesBesideTheRest) {
    Config config;
    SarBench bench(config);
    bench.memory.dwords.resize(1 << 20);
    bench.set_up();
    constexpr unsigned kChannels = 460, kEntries = 2340;
    constexpr std::uint32_t kFirstScd = 0x1D24A;
    bench.write(reg::kTstb, 0x1C925u << 2);  // away from the table that is being written
    bench.write_sram(0x1C925, {0, 3u << 29 | 0x1C925});
    // Every fifth entry is a channel's; the others are for all.
    for (unsigned e = 0; e < kEntries; ++e) {
        const unsigned k = e / 5;
        const bool fixed = e % 5 == 0 && k < kChannels;
        bench.write_sram(nicstar::sram_map::kTst + e, {fixed ? 1u << 29 | (kFirstScd + 12 * k) : 2u << 29});
    }
    bench.write_sram(nicstar::sram_map::kTst + kEntries, {3u << 29 | nicstar::sram_map::kTst});
    for (unsigned k = 0; k < kChannels; ++k)
        put_channel(bench, kFirstScd + 12 * k, k, static_cast<std::uint16_t>(1000 + k), 1, 1, 2, 30, 0x400);
    put_channel(bench, nicstar::sram_map::kVrScd[0], 80, 40, 1, 1, 500, 30);
    bench.write(reg::kTstb, nicstar::sram_map::kTst << 2);
    const std::size_t start = bench.line.pattern.size();
    while (bench.line.pattern.size() < start + kEntries + 100) SarBench::clocks(10'000);  // descriptors are fetched
    bench.line.cells.clear();
    const std::size_t begin = bench.line.pattern.size();
    while (bench.line.pattern.size() - begin < 4 * kEntries) SarBench::clocks(10'000);
    const std::size_t slots = bench.line.pattern.size() - begin;
    std::vector<unsigned> seen(kChannels);
    for (const auto& cell : bench.line.cells)
        if (cell.header().vci >= 1000) ++seen[cell.header().vci - 1000];
    const double laps = static_cast<double>(slots) / kEntries;
    for (unsigned k = 0; k < kChannels; ++k) ASSERT_NEAR(seen[k], laps, 1.0) << k;
    EXPECT_EQ(bench.sar.transmit_stats().late_slots, 0u);
    EXPECT_GE(cells_of(bench, 40) + kChannels * laps, static_cast<double>(slots) - 20);
}

TEST_F(SarRates, AnEntryRewrittenUnderWayCountsFromTheNextLapOn) {
    SarBench bench;
    bench.set_up();
    const std::uint32_t scd = 0x1D24A;
    // A lap of four slots, one of them for the channel.
    bench.write_sram(nicstar::sram_map::kTst, {1u << 29 | scd, 0, 0, 0});
    bench.write_sram(nicstar::sram_map::kTst + 4, {3u << 29 | nicstar::sram_map::kTst});
    put_channel(bench, scd, 0, 77, 1, 1, 20, 30);
    SarBench::clocks(95 * 200);
    const auto one_of_four = cells_of(bench, 77);
    bench.line.cells.clear();
    bench.write_sram(nicstar::sram_map::kTst + 2, {1u << 29 | scd});
    SarBench::clocks(95 * 30);
    bench.line.cells.clear();
    SarBench::clocks(95 * 200);
    EXPECT_NEAR(static_cast<double>(one_of_four), 50, 6);
    EXPECT_NEAR(static_cast<double>(cells_of(bench, 77)), 100, 3);
    bench.write_sram(nicstar::sram_map::kTst, {0, 0, 0, 0});  // NULL everywhere
    SarBench::clocks(95 * 30);
    bench.line.cells.clear();
    SarBench::clocks(95 * 50);
    EXPECT_EQ(bench.line.cells.size(), 0u);
}

/// A lap of four slots, one of a constant rate, on a memory of which every tenth burst takes two
/// slots. What share of the cells on the line is the channel's.
class SarLateRates : public SarRates, public ::testing::WithParamInterface<bool> {
protected:
    static double share(const Config& config) {
        SarBench bench(config);
        bench.set_up();
        const std::uint32_t scd = 0x1D24A;
        bench.write_sram(nicstar::sram_map::kTst, {1u << 29 | scd, 2u << 29, 0, 2u << 29});
        bench.write_sram(nicstar::sram_map::kTst + 4, {3u << 29 | nicstar::sram_map::kTst});
        bench.memory.verdict = [&bench](const bus::Burst&) {
            bench.memory.latency = bench.memory.bursts.size() % 10 == 9 ? 200 : 6;
            return bus::BurstStatus::Done;
        };
        put_channel(bench, scd, 0, 77, 1, 1, 30, 30);
        SarBench::clocks(95 * 50);
        bench.line.cells.clear(), bench.line.pattern.clear();
        SarBench::clocks(95 * 1000);
        EXPECT_GT(bench.sar.transmit_stats().late_slots, 20u);
        EXPECT_EQ(bench.sar.transmit_stats().repaid_slots > 0, config.late_credit);
        return double(cells_of(bench, 77)) / double(bench.line.pattern.size());
    }
};

TEST_P(SarLateRates, AConstantRateHoldsOnABusyBusOnlyWithCredit) {
    Config config;
    config.late_credit = GetParam();
    const double found = share(config);
    EXPECT_NEAR(found, config.late_credit ? 0.25 : 0.238, 0.003);
}
INSTANTIATE_TEST_SUITE_P(Sar, SarLateRates, ::testing::Bool());

TEST_F(SarRates, ATableOfNothingButJumpsStopsNobody) {
    SarBench bench;
    bench.set_up();
    bench.write_sram(nicstar::sram_map::kTst, {3u << 29 | nicstar::sram_map::kTst});
    bench.write_sram(0x100, {0x1234});  // the host still gets at the SRAM
    EXPECT_EQ(bench.read_sram(0x100), 0x1234u);
    bench.line.pattern.clear();
    SarBench::clocks(95 * 50);
    EXPECT_GT(bench.line.pattern.size(), 45u);
}

TEST_F(SarRates, AnEmptyFixedSlotMayFallThrough) {
    Config config;
    config.fixed_falls_through = true;
    SarBench bench(config);
    bench.set_up();
    const std::uint32_t scd = 0x1D24A;
    bench.write_sram(scd, {0x8000, 0, ~0u, 0});
    bench.write_sram(nicstar::sram_map::kTst, {1u << 29 | scd, 1u << 29 | scd, 1u << 29 | scd});
    put_channel(bench, nicstar::sram_map::kVrScd[0], 0, 40, 1, 1, 100);
    SarBench::clocks(95 * 100);
    EXPECT_GT(cells_of(bench, 40), 80u);
}

TEST_F(SarRates, AQueueThatTransmitsForEverStartsAgain) {
    SarBench bench;
    bench.set_up();
    const std::uint32_t scd = nicstar::sram_map::kVrScd[1];
    put_channel(bench, scd, 0, 40, 1, 1, 3, 2);
    bench.write_sram(scd + 1, {scd::kTransmitForever});
    SarBench::clocks(95 * 200);
    EXPECT_GT(cells_of(bench, 40), 100u);  // the queue itself holds 6 cells
}

}  // namespace
}  // namespace niclab::nicstar
