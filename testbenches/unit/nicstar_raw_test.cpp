// Cells that belong to no PDU: the raw cell queue in host memory, and what does not even get there.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarRaw : public test::SarCorner {
protected:
    static constexpr std::uint32_t kLarge = 0x20000, kLargeOctets = 2048;

    /// Large buffers with handles from 100 on, 2048 octets apart.
    static void supply_large(SarBench& bench, unsigned first, unsigned pairs) {
        for (std::uint32_t i = first; i < first + 2 * pairs; i += 2) {
            bench.write(0, 100 + i), bench.write(4, kLarge + i * kLargeOctets);
            bench.write(8, 101 + i), bench.write(12, kLarge + (i + 1) * kLargeOctets);
            bench.command(6u << 28 | 1u);
        }
    }
    static atm::Cell cell(std::uint8_t vpi, std::uint16_t vci, std::uint8_t pti, std::uint8_t fill = 0x33) {
        atm::Cell c;
        c.set_header({0, vpi, vci, pti, false});
        std::fill(c.payload(), c.payload() + 48, fill);
        return c;
    }
    static std::uint32_t word(const SarBench& bench, std::uint32_t address) { return bench.memory.dwords[address / 4]; }
    static void open_as(SarBench& bench, std::uint32_t flags, std::uint16_t vci = kVci) {
        bench.write_sram(vci * 4u, {rct::kOpen | flags, 0, 0, ~0u});
    }
};

TEST_F(SarRaw, TheQueueStartsInTheFirstLargeBuffer) {
    SarBench bench;
    bench.set_up();
    EXPECT_EQ(bench.read(reg::kRawct), 0u);
    supply_large(bench, 0, 2);
    EXPECT_EQ(bench.read(reg::kRawct), kLarge);
    EXPECT_EQ(bench.read(reg::kStat) >> 16 & 0xFF, 1u);  // 3 of 4 are left for PDUs
    bench.write(reg::kCfg, cfg::kReset);
    bench.write(reg::kCfg, 0);
    EXPECT_EQ(bench.read(reg::kRawct), 0u);
}

TEST_F(SarRaw, AnOamCellOfAnOpenConnectionTakesASlotOf64Octets) {
    SarBench bench;
    bench.set_up(cfg::kRawIe);
    open_as(bench, rct::kAal5 | rct::kRawInterrupt);
    supply_large(bench, 0, 2);
    bench.arrive(cell(0, kVci, 5, 0x77));
    SarBench::clocks(100);
    EXPECT_EQ(word(bench, kLarge), (atm::Header{0, 0, kVci, 5, false}.word()));
    for (std::uint32_t w = 1; w < 4; ++w) EXPECT_EQ(word(bench, kLarge + 4 * w), 0u);
    for (std::uint32_t w = 4; w < 16; ++w) EXPECT_EQ(word(bench, kLarge + 4 * w), 0x77777777u);
    EXPECT_EQ(bench.read(reg::kRawct), kLarge + 64);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kRawcf);
    EXPECT_TRUE(bench.inta.read());
    bench.write(reg::kStat, stat::kRawcf);
    EXPECT_FALSE(bench.inta.read());
    EXPECT_EQ(bench.sar.receive_stats().raw_cells, 1u);
}

TEST_F(SarRaw, WithoutRawcellintenTheHostIsNotTold) {
    SarBench bench;
    bench.set_up(cfg::kRawIe);
    open_as(bench, rct::kAal5);
    supply_large(bench, 0, 2);
    bench.arrive(cell(0, kVci, 4));
    SarBench::clocks(100);
    EXPECT_EQ(bench.read(reg::kRawct), kLarge + 64);
    EXPECT_FALSE(bench.read(reg::kStat) & stat::kRawcf);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(SarRaw, TheLastSlotLinksToTheNextLargeBuffer) {
    SarBench bench;
    bench.set_up();
    open_as(bench, rct::kAalRaw);
    supply_large(bench, 0, 1);
    const unsigned slots = kLargeOctets / 64 - 1;  // 31
    for (unsigned i = 0; i < slots + 5; ++i) bench.arrive(cell(0, kVci, 0, static_cast<std::uint8_t>(i)));
    SarBench::clocks(100);
    const std::uint32_t link = kLarge + slots * 64, second = kLarge + kLargeOctets;
    EXPECT_EQ(word(bench, link), second);
    EXPECT_EQ(word(bench, link + 4), 101u);
    for (unsigned i = 0; i < slots + 5; ++i) {
        const std::uint32_t slot = i < slots ? kLarge + i * 64 : second + (i - slots) * 64;
        ASSERT_EQ(word(bench, slot + 16), i * 0x01010101u) << i;
        ASSERT_EQ(word(bench, slot + 4), 0u) << "word 1 tells a link from a cell";
    }
    EXPECT_EQ(bench.read(reg::kRawct), second + 5 * 64);
}

TEST_F(SarRaw, WithoutALargeBufferRawCellsAreDroppedUntilThereIsOne) {
    SarBench bench;
    bench.set_up(cfg::kEmptyFbqIe);
    open_as(bench, rct::kAalRaw);
    bench.arrive(cell(0, kVci, 0, 1));
    SarBench::clocks(50);
    EXPECT_EQ(bench.sar.receive_stats().no_buffer, 1u);
    EXPECT_EQ(bench.read(reg::kCdc), 1u);
    EXPECT_EQ(bench.read(reg::kCdc), 0u);  // cleared by reading
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kLfbqe);
    EXPECT_TRUE(bench.inta.read());
    supply_large(bench, 0, 1);
    bench.arrive(cell(0, kVci, 0, 2));
    SarBench::clocks(100);
    EXPECT_EQ(word(bench, kLarge + 16), 0x02020202u);
}

TEST_F(SarRaw, ResourceManagementCellsNeedRxrm) {
    SarBench bench;
    bench.set_up();
    open_as(bench, rct::kAal5);
    supply_large(bench, 0, 1);
    bench.arrive(cell(0, kVci, 6));
    bench.arrive(cell(0, kVci, 7));
    SarBench::clocks(50);
    EXPECT_EQ(bench.sar.receive_stats().resource_management, 2u);
    EXPECT_EQ(bench.read(reg::kCdc), 2u);
    bench.set_up(cfg::kRxRm);
    bench.arrive(cell(0, kVci, 6));
    SarBench::clocks(100);
    EXPECT_EQ(bench.sar.receive_stats().raw_cells, 1u);
    EXPECT_EQ(bench.read(reg::kCdc), 0u);
}

TEST_F(SarRaw, LookupErrorsAndInvalidCellsGoWhereTheConfigurationSays) {
    SarBench bench;
    bench.set_up();
    supply_large(bench, 0, 1);
    bench.arrive(cell(0, 60, 0));  // not open
    bench.arrive(cell(3, 60, 0));  // outside the table
    bench.arrive(cell(0, 0, 0));   // of no connection at all
    SarBench::clocks(50);
    EXPECT_EQ(bench.read(reg::kVpec), 2u);
    EXPECT_EQ(bench.read(reg::kVpec), 0u);
    EXPECT_EQ(bench.read(reg::kIcc), 1u);
    EXPECT_EQ(bench.read(reg::kIcc), 0u);
    EXPECT_EQ(bench.read(reg::kRawct), kLarge);
    bench.set_up(cfg::kVcErrAccept | cfg::kIcAccept);
    bench.arrive(cell(0, 60, 0));
    bench.arrive(cell(3, 60, 0));
    bench.arrive(cell(0, 0, 0));
    SarBench::clocks(200);
    EXPECT_EQ(bench.read(reg::kRawct), kLarge + 3 * 64);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kRawcf);
    EXPECT_EQ(bench.read(reg::kVpec), 2u);  // counted all the same
    EXPECT_EQ(bench.sar.receive_stats().raw_cells, 3u);
    EXPECT_EQ(word(bench, kLarge + 64), (atm::Header{0, 3, 60, 0, false}.word()));
}

TEST_F(SarRaw, TheMaskChoosesWhichHighBitsBelongToTheTable) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 4);
    open_as(bench, rct::kAal5);
    bench.write(reg::kVpm, 0x05'3000);  // VPI 5, VCI 3000H to 3FFFH
    bench.arrive(cell(0, kVci, 1));
    SarBench::clocks(50);
    EXPECT_EQ(bench.read(reg::kVpec), 1u);
    bench.arrive(cell(5, 0x3000 + kVci, 1));
    SarBench::clocks(100);
    EXPECT_EQ(bench.read(reg::kVpec), 0u);
    EXPECT_EQ(bench.sar.receive_stats().stored, 1u);
    EXPECT_EQ(word(bench, SarBench::kRsq), 5u << 16 | (0x3000u + kVci));
}

struct IndexCase {
    unsigned vpi_code, vpi_bits, rct_code, rct_bits;
};

class SarIndex : public SarRaw, public ::testing::WithParamInterface<IndexCase> {};

TEST_P(SarIndex, EntryIsVpiThenVci) {
    const IndexCase c = GetParam();
    Config config;
    config.sram_words = 131072;
    SarBench bench(config);
    bench.set_up(c.vpi_code << 18 | c.rct_code << 16);
    supply(bench, 0, 8);
    const unsigned vci_bits = c.rct_bits - c.vpi_bits;
    const auto vpi = static_cast<std::uint8_t>((1u << c.vpi_bits) - 1);
    const auto vci = static_cast<std::uint16_t>((1u << vci_bits) - 2);
    const std::uint32_t entry = std::uint32_t{vpi} << vci_bits | vci;
    bench.write_sram(entry * 4, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
    bench.arrive(cell(vpi, vci, 1));
    SarBench::clocks(100);
    EXPECT_EQ(bench.sar.receive_stats().stored, 1u);
    if (vci_bits < 16) bench.arrive(cell(vpi, static_cast<std::uint16_t>(vci | 1u << vci_bits), 1));
    if (c.vpi_bits < 8) bench.arrive(cell(static_cast<std::uint8_t>(vpi | 1u << c.vpi_bits), vci, 1));
    SarBench::clocks(100);
    EXPECT_EQ(bench.read(reg::kVpec), (vci_bits < 16 ? 1u : 0u) + (c.vpi_bits < 8 ? 1u : 0u));
}

std::vector<IndexCase> index_cases() {
    std::vector<IndexCase> cases;
    const unsigned bits[] = {0, 1, 2, 8};
    for (unsigned v = 0; v < 4; ++v)
        for (unsigned r = 0; r < 3; ++r) cases.push_back({v, bits[v], r, 12 + r});
    return cases;
}
INSTANTIATE_TEST_SUITE_P(AllSizes, SarIndex, ::testing::ValuesIn(index_cases()));

}  // namespace
}  // namespace niclab::nicstar
