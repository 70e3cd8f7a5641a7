// Registers and the transmit side: what drivers rely on, timing of slots, cells against an
// independent AAL5.
#include <gtest/gtest.h>

#include "atm/aal5.h"
#include "base/random.h"
#include "support/sar_bench.h"
#include "support/sim_test.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarTransmit : public test::SimTest {
protected:
    static std::vector<std::uint8_t> random_sdu(std::size_t n, base::RandomStream& random) {
        std::vector<std::uint8_t> sdu(n);
        for (auto& o : sdu) o = static_cast<std::uint8_t>(random.uniform(0, 255));
        return sdu;
    }
    /// What the host leaves in memory: the SDU, then zeros where the trailer will be.
    static std::vector<std::uint8_t> padded(const std::vector<std::uint8_t>& sdu) {
        std::vector<std::uint8_t> memory = sdu;
        memory.resize(atm::aal5_cells(sdu.size()) * 48);
        return memory;
    }
    static void expect_cells(const std::vector<atm::Cell>& cells, std::size_t from,
                             const std::vector<std::uint8_t>& sdu) {
        const auto pdu = atm::aal5_encode(sdu);
        ASSERT_GE(cells.size(), from + pdu.size() / 48);
        for (std::size_t i = 0; i < pdu.size() / 48; ++i) {
            const atm::Cell& cell = cells[from + i];
            EXPECT_TRUE(
                std::equal(cell.payload(), cell.payload() + 48, pdu.begin() + static_cast<std::ptrdiff_t>(48 * i)))
                << i;
            EXPECT_EQ(cell.header().pti, (i + 1) * 48 == pdu.size() ? 1 : 0);
            EXPECT_EQ(cell.header().vci, 0xF40);
        }
    }
};

TEST_F(SarTransmit, SramAliasesAsBothDriversProbeIt) {
    SarBench bench;
    bench.write_sram(0x1C003, {0x76543210});
    bench.write_sram(0x14003, {0x89ABCDEF});
    EXPECT_EQ(bench.read_sram(0x1C003), 0x89ABCDEFu);
    EXPECT_EQ(bench.read_sram(0x14003), 0x89ABCDEFu);
    bench.write_sram(0, {0xA5A5A5A5});
    EXPECT_EQ(bench.read_sram(0x10000), 0xA5A5A5A5u);
}

TEST_F(SarTransmit, AnSramOf128KDoesNotAlias) {
    Config config;
    config.sram_words = 131072;
    SarBench bench(config);
    bench.write_sram(0x1C003, {0x76543210});
    bench.write_sram(0x14003, {0x89ABCDEF});
    EXPECT_EQ(bench.read_sram(0x1C003), 0x76543210u);
}

TEST_F(SarTransmit, UtilityBusAndResetPin) {
    SarBench bench;
    bench.command(0x80000200u);
    EXPECT_EQ(bench.read(reg::kDr0), 0x30u);
    bench.write(0, 0xA5);
    bench.command(0x90000262u);
    EXPECT_EQ(bench.phy.last, 0x62A5);
    bench.write(reg::kGp, 8);
    EXPECT_TRUE(bench.phy.in_reset);
    bench.write(reg::kGp, 0);
    EXPECT_FALSE(bench.phy.in_reset);
}

TEST_F(SarTransmit, FreeBuffersAreCountedInPairs) {
    SarBench bench;
    EXPECT_EQ(bench.read(reg::kStat) >> 16, 0u);
    for (unsigned i = 0; i < 4; ++i) bench.command(6u << 28 | 1u);
    bench.command(6u << 28);
    EXPECT_EQ(bench.read(reg::kStat) >> 24, 1u);
    EXPECT_EQ(bench.read(reg::kStat) >> 16 & 0xFF, 3u);  // 7 of 8: the raw cell queue took the first
    bench.write(reg::kCfg, cfg::kReset);
    bench.write(reg::kCfg, 0);
    EXPECT_EQ(bench.read(reg::kStat), 0u);
}

TEST_F(SarTransmit, AnIdleSlotCostsSevenSramAccesses) {
    SarBench bench;
    bench.set_up();
    SarBench::clocks(3000);
    const auto before = bench.sar.sram()->stats(card::SramUser::Transmit).accesses;
    const auto slots_before = bench.line.pattern.size();
    SarBench::clocks(9339);  // 100 slots
    const auto slots = bench.line.pattern.size() - slots_before;
    const double accesses = double(bench.sar.sram()->stats(card::SramUser::Transmit).accesses - before) / double(slots);
    EXPECT_NEAR(accesses, 7 + 1.0 / 3, 0.1);  // every third slot reads the jump as well
    EXPECT_EQ(bench.sar.transmit_stats().user_cells, 0u);
}

TEST_F(SarTransmit, PdusOfManySizesAndAlignmentsMatchAnIndependentAal5) {
    SarBench bench;
    bench.set_up();
    base::RandomStream random(3, "sar");
    std::size_t from = 0;
    for (const std::size_t n : {1u, 39u, 40u, 41u, 47u, 48u, 88u, 89u, 500u, 1500u}) {
        for (const std::uint32_t lane : {0u, 1u, 3u}) {
            const auto sdu = random_sdu(n, random);
            bench.put_pdu(padded(sdu), 0x10000 + lane, static_cast<std::uint32_t>(n), 1);
            bench.doorbell();
            SarBench::clocks(static_cast<unsigned>(2200 + 95 * (n / 48)));
            expect_cells(bench.line.cells, from, sdu);
            from = bench.line.cells.size();
        }
    }
}

TEST_F(SarTransmit, ACellMaySpanTwoBuffers) {
    SarBench bench;
    bench.set_up();
    base::RandomStream random(4, "sar");
    const auto sdu = random_sdu(130, random);
    const auto memory = padded(sdu);  // 144 octets
    for (std::uint32_t i = 0; i < 144; ++i) bench.memory.set_octet((i < 60 ? 0x10000 : 0x11000 - 60) + i, memory[i]);
    const std::uint32_t header = atm::Header{0, 0, 0xF40, 0, false}.word();
    bench.put_entry(tbd::kAal5 | 60, 0x10000, 130, header);
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal5 | 84, 0x11000, 130, header);
    bench.put_entry(tbd::kTsr, 9, 0, 0);
    bench.doorbell();
    SarBench::clocks(3000);
    expect_cells(bench.line.cells, 0, sdu);
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4], 9u);
}

TEST_F(SarTransmit, BackToBackPdusLoseNoSlotAndStatusEntriesComeInOrder) {
    SarBench bench;
    bench.set_up();
    base::RandomStream random(5, "sar");
    const unsigned pdus = 700;  // the queues of 512 and 1024 entries wrap
    std::vector<std::vector<std::uint8_t>> sent;
    unsigned next = 0, seen = 0;
    while (seen < pdus) {
        while (next < pdus && next - seen < 100) {
            sent.push_back(random_sdu(200, random));
            bench.put_pdu(padded(sent.back()), 0x10000 + next % 128 * 240, 200, next);
            ++next;
        }
        bench.doorbell();
        SarBench::clocks(2000);
        for (; !(bench.memory.dwords[SarBench::kTsq / 4 + seen % 1024 * 2 + 1] >> 31) && seen < next; ++seen) {
            ASSERT_EQ(bench.memory.dwords[SarBench::kTsq / 4 + seen % 1024 * 2], seen);
            bench.memory.dwords[SarBench::kTsq / 4 + seen % 1024 * 2 + 1] = 1u << 31;
        }
        bench.write(reg::kTsqh, (seen + 1023) % 1024 * 8);
    }
    SarBench::clocks(1500);
    ASSERT_EQ(bench.line.cells.size(), pdus * 5u);
    for (unsigned i = 0; i < pdus; ++i) expect_cells(bench.line.cells, i * 5, sent[i]);
    EXPECT_EQ(bench.sar.transmit_stats().late_slots, 0u);
    EXPECT_EQ(bench.sar.transmit_stats().nulls_before_ready_pdu, 0u);
    EXPECT_TRUE(bench.inta.read());
    bench.write(reg::kStat, stat::kTsif);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(SarTransmit, AnAssemblyStageDelaysByOneSlotAndLosesNone) {
    Config config;
    config.assembly_stage = true;
    SarBench bench(config);
    bench.set_up();
    base::RandomStream random(8, "sar");
    const auto first = random_sdu(400, random), second = random_sdu(200, random);
    SarBench::clocks(2000);
    const std::size_t before = bench.line.pattern.size();
    bench.put_pdu(padded(first), 0x10000, 400, 1);
    bench.put_pdu(padded(second), 0x11000, 200, 2);
    bench.doorbell();
    SarBench::clocks(4000);
    expect_cells(bench.line.cells, 0, first);
    expect_cells(bench.line.cells, 9, second);
    std::size_t nulls = before;
    while (!bench.line.pattern[nulls]) ++nulls;
    EXPECT_GE(nulls - before, 10u);  // nine in the FIFO, one for the descriptor's slot, one for the stage
    for (std::size_t i = 0; i < 14; ++i) EXPECT_TRUE(bench.line.pattern[nulls + i]) << i;
    EXPECT_EQ(bench.sar.transmit_stats().late_slots, 0u);
}

TEST_F(SarTransmit, ASlowMemoryLosesSlotsAndSaysSo) {
    SarBench bench;
    bench.set_up();
    bench.memory.latency = 120;
    base::RandomStream random(6, "sar");
    const auto sdu = random_sdu(1000, random);
    bench.put_pdu(padded(sdu), 0x10000, 1000, 1);
    bench.doorbell();
    SarBench::clocks(8000);
    expect_cells(bench.line.cells, 0, sdu);
    EXPECT_GT(bench.sar.transmit_stats().late_slots, 10u);
}

TEST_F(SarTransmit, WithoutNullCellsTheFifoStaysEmptyUntilTheDoorbell) {
    Config config;
    config.null_cells = false;
    SarBench bench(config);
    bench.set_up();
    SarBench::clocks(3000);
    EXPECT_TRUE(bench.line.pattern.empty());
    EXPECT_TRUE(bench.sar.asleep());
    base::RandomStream random(7, "sar");
    const auto sdu = random_sdu(300, random);
    bench.put_pdu(padded(sdu), 0x10000, 300, 1);
    bench.doorbell();
    SarBench::clocks(1200);
    expect_cells(bench.line.cells, 0, sdu);
    EXPECT_EQ(bench.line.pattern.size(), bench.line.cells.size());
}

}  // namespace
}  // namespace niclab::nicstar
