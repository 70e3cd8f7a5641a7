// Very many connections, and buffers of every size.
#include <map>

#include "base/random.h"
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarConnections : public test::SarCorner {
protected:
    static constexpr std::uint32_t kSmall = 0x40000, kLarge = 0x100000;

    /// `n` buffers of each kind, `octets` apart; handles are indices, large ones from 1000 on.
    static void supply(SarBench& bench, unsigned n, std::uint32_t small_octets, std::uint32_t large_octets) {
        for (const unsigned kind : {0u, 1u})
            for (std::uint32_t i = 0; i < n; i += 2) {
                for (std::uint32_t k = 0; k < 2; ++k) {
                    bench.write(8 * k, kind * 1000 + i + k);
                    bench.write(8 * k + 4, address(kind * 1000 + i + k, small_octets, large_octets));
                }
                bench.command(6u << 28 | kind);
            }
    }
    static std::uint32_t address(std::uint32_t handle, std::uint32_t small_octets, std::uint32_t large_octets) {
        return handle < 1000 ? kSmall + handle * small_octets : kLarge + (handle - 1000) * large_octets;
    }
    static atm::Cell cell(const std::vector<std::uint8_t>& pdu, std::size_t i, std::uint16_t vci) {
        atm::Cell c;
        c.set_header({0, 0, vci, static_cast<std::uint8_t>((i + 1) * 48 == pdu.size() ? 1 : 0), false});
        std::copy_n(pdu.begin() + static_cast<std::ptrdiff_t>(48 * i), 48, c.payload());
        return c;
    }
    /// PDUs as the status queue describes them, by VCI.
    static std::map<std::uint32_t, std::vector<std::uint8_t>> reassembled(const SarBench& bench, std::uint32_t small,
                                                                          std::uint32_t large) {
        std::map<std::uint32_t, std::vector<std::uint8_t>> pdus;
        for (unsigned e = 0; e < 512; ++e) {
            const std::uint32_t* w = &bench.memory.dwords[SarBench::kRsq / 4 + 4 * e];
            if (!(w[3] >> 31)) break;
            EXPECT_FALSE(w[3] & rct::kCrcError) << w[0];
            for (std::uint32_t i = 0; i < (w[3] & 0x1FFu) * 48; ++i)
                pdus[w[0]].push_back(bench.memory.octet(address(w[1], small, large) + i));
        }
        return pdus;
    }
    static void queue_of_512(SarBench& bench) {
        for (std::uint32_t i = 0; i < 512; ++i) bench.memory.dwords[SarBench::kRsq / 4 + 4 * i + 3] = 0;
    }
};

TEST_F(SarConnections, SixtyFourOf4095OpenOnesInterleavedCellByCell) {
    SarBench bench;
    bench.memory.dwords.resize(1 << 20);
    bench.set_up(0);
    bench.write(reg::kCfg, bench.read(reg::kCfg) & ~(3u << 27));  // small buffers of 48
    for (std::uint32_t vci = 1; vci < 4096; ++vci) bench.write_sram(vci * 4u, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
    supply(bench, 80, 48, 2048);
    queue_of_512(bench);
    base::RandomStream random(11, "interleave");
    std::map<std::uint32_t, std::vector<std::uint8_t>> sent;
    while (sent.size() < 64) {
        std::vector<std::uint8_t> sdu(static_cast<std::size_t>(random.uniform(1, 1900)));
        for (auto& o : sdu) o = static_cast<std::uint8_t>(random.uniform(0, 255));
        sent[static_cast<std::uint32_t>(random.uniform(1, 4095))] = atm::aal5_encode(sdu);
    }
    std::size_t cells = 0;
    for (std::size_t i = 0; i < 41; ++i)
        for (const auto& [vci, pdu] : sent)
            if (i * 48 < pdu.size()) bench.arrive(cell(pdu, i, static_cast<std::uint16_t>(vci))), ++cells;
    SarBench::clocks(500);
    EXPECT_EQ(bench.sar.receive_stats().stored, cells);
    EXPECT_EQ(bench.sar.receive_stats().crc_errors, 0u);
    const auto received = reassembled(bench, 48, 2048);
    ASSERT_EQ(received.size(), 64u);
    for (const auto& [vci, pdu] : sent) ASSERT_EQ(received.at(vci), pdu) << vci;
}

TEST_F(SarConnections, SixteenThousandOn128KWords) {
    Config config;
    config.sram_words = 131072;
    SarBench bench(config);
    bench.memory.dwords.resize(1 << 20);
    bench.set_up(2u << 16);
    supply(bench, 40, 2048, 2048);
    queue_of_512(bench);
    std::map<std::uint32_t, std::vector<std::uint8_t>> sent;
    for (std::uint16_t vci = 1; vci < 16384; vci = static_cast<std::uint16_t>(vci * 3 + 1)) {
        bench.write_sram(vci * 4u, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
        sent[vci] = atm::aal5_encode(sdu_of(vci % 500 + 1));
    }
    for (std::size_t i = 0; i < 11; ++i)
        for (const auto& [vci, pdu] : sent)
            if (i * 48 < pdu.size()) bench.arrive(cell(pdu, i, static_cast<std::uint16_t>(vci)));
    SarBench::clocks(500);
    const auto received = reassembled(bench, 2048, 2048);
    ASSERT_EQ(received.size(), sent.size());
    for (const auto& [vci, pdu] : sent) ASSERT_EQ(received.at(vci), pdu) << vci;
}

class SarBufferSizes : public SarConnections, public ::testing::WithParamInterface<std::tuple<unsigned, unsigned>> {};

TEST_P(SarBufferSizes, EachHoldsWholeCellsAndIsReported) {
    const unsigned small_code = std::get<0>(GetParam()), large_code = std::get<1>(GetParam());
    const std::uint32_t small = cfg::small_octets(small_code << 27), large = cfg::large_octets(large_code << 25);
    SarBench bench;
    bench.memory.dwords.resize(1 << 20);
    bench.set_up();
    bench.write(reg::kCfg, (bench.read(reg::kCfg) & ~(0xFu << 25)) | small_code << 27 | large_code << 25);
    supply(bench, 8, small, large);
    queue_of_512(bench);
    bench.write_sram(kVci * 4u, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
    const std::uint32_t small_cells = small / 48, large_cells = large / 48;
    const std::size_t cells = small_cells + 2 * large_cells + 1;  // the last alone in a third large buffer
    const auto pdu = atm::aal5_encode(sdu_of(cells * 48 - 8));
    ASSERT_EQ(pdu.size(), cells * 48);
    for (std::size_t i = 0; i < cells; ++i) bench.arrive(cell(pdu, i, kVci));
    SarBench::clocks(300);
    const std::uint32_t wanted[] = {small_cells, rsq::kLarge | large_cells, rsq::kLarge | large_cells,
                                    rsq::kLarge | rsq::kEndOfPdu | 1u};
    for (unsigned e = 0; e < 4; ++e)
        EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 4 * e + 3], rsq::kValid | wanted[e]) << e;
    EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 4 * 4 + 3], 0u);
    EXPECT_EQ(reassembled(bench, small, large).at(kVci), pdu);
}

INSTANTIATE_TEST_SUITE_P(AllCodes, SarBufferSizes,
                         ::testing::Combine(::testing::Range(0u, 4u), ::testing::Range(0u, 4u)));

TEST_F(SarConnections, AConstantAddressKeepsTheLastCellOnly) {
    SarBench bench;
    bench.memory.dwords.resize(1 << 20);
    bench.set_up();
    supply(bench, 4, 2048, 2048);
    queue_of_512(bench);
    bench.write_sram(kVci * 4u, {rct::kOpen | rct::kConstantAddress, 0, 0, ~0u});  // AAL0
    std::vector<std::uint8_t> octets(48 * 5);
    for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(i / 48 + 1);
    for (std::size_t i = 0; i < 5; ++i) bench.arrive(cell(octets, i, kVci));
    SarBench::clocks(200);
    EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 3], rsq::kValid | rsq::kEndOfPdu | 5u);
    EXPECT_EQ(bench.memory.octet(kSmall), 5);
    EXPECT_EQ(bench.memory.octet(kSmall + 48), 0);
}

TEST_F(SarConnections, BsfbTakesSmallBuffersOnly) {
    SarBench bench;
    bench.memory.dwords.resize(1 << 20);
    bench.set_up();
    bench.write(reg::kCfg, bench.read(reg::kCfg) & ~(3u << 27));  // small buffers of 48
    supply(bench, 8, 48, 2048);
    queue_of_512(bench);
    bench.write_sram(kVci * 4u, {rct::kOpen | rct::kAal5 | rct::kOneSize, 0, 0, ~0u});
    const auto pdu = atm::aal5_encode(sdu_of(100));
    for (std::size_t i = 0; i < 3; ++i) bench.arrive(cell(pdu, i, kVci));
    SarBench::clocks(200);
    for (unsigned e = 0; e < 3; ++e)
        EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 4 * e + 3],
                  rsq::kValid | (e == 2 ? rsq::kEndOfPdu : 0u) | 1u);
    EXPECT_EQ(reassembled(bench, 48, 2048).at(kVci), pdu);
}

TEST_F(SarConnections, ACellThatPacketMemoryTakesWaitsForNoBurst) {
    Config config;
    config.packet_memory = true;
    SarBench bench(config);
    bench.memory.dwords.resize(1 << 20);
    bench.set_up();
    supply(bench, 4, 2048, 2048);
    constexpr std::uint16_t kOther = kVci + 1;
    for (const std::uint16_t vci : {kVci, kOther}) bench.write_sram(vci * 4u, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
    bench.memory.latency = 20'000;  // bursts of the first PDU fill their queue and stay in it
    const auto whole = atm::aal5_encode(sdu_of(1700)), coming = atm::aal5_encode(sdu_of(900));
    for (std::size_t i = 0; i < whole.size() / 48; ++i) bench.arrive(cell(whole, i, kVci));
    for (std::size_t i = 0; i < 10; ++i) bench.arrive(cell(coming, i, kOther));
    EXPECT_EQ(bursts(bench, bus::Purpose::PayloadWrite), 0u);
    EXPECT_EQ(bench.sar.receive_stats().stored, whole.size() / 48 + 10);
    EXPECT_EQ(bench.sar.fifo_stats().overflow, 0u);
}

/// Cards with tables or packets in other places.
class SarVariants : public SarConnections, public ::testing::WithParamInterface<unsigned> {
protected:
    static constexpr unsigned kPacketMemory = 1, kShortBursts = 2, kHostTables = 4, kCache = 8, kCutThrough = 16;
    static constexpr std::uint32_t kTables = 0x300000;

    static Config config(unsigned which) {
        Config c;
        c.packet_memory = (which & kPacketMemory) != 0;
        c.packet_memory_cells = 400;
        if (which & kShortBursts) c.dma_burst_dwords = 5;
        c.host_tables = (which & kHostTables) != 0;
        if (which & kCache) c.table_cache = 3;
        c.cut_through = (which & kCutThrough) != 0;
        return c;
    }
    static void open(SarBench& bench, std::uint16_t vci) {
        bench.write_sram(vci * 4u, {rct::kOpen | rct::kAal5, 0, 0, ~0u});
        bench.memory.dwords[kTables / 4 + vci * 4u] = rct::kOpen | rct::kAal5;
        bench.memory.dwords[kTables / 4 + vci * 4u + 3] = ~0u;
    }
};

TEST_P(SarVariants, EightInterleavedPdusArriveWhole) {
    SarBench bench(config(GetParam()));
    bench.memory.dwords.resize(1 << 20);
    bench.set_up(0);
    bench.write(reg::kTableBase, kTables);
    supply(bench, 40, 2048, 2048);
    std::map<std::uint32_t, std::vector<std::uint8_t>> sent;
    for (std::uint16_t vci = 100; vci < 108; ++vci) {
        open(bench, vci);
        auto sdu = sdu_of(1700 + 130u * vci % 900);
        for (auto& octet : sdu) octet = static_cast<std::uint8_t>(octet + vci);
        sent[vci] = atm::aal5_encode(sdu);
    }
    for (std::size_t i = 0; i < 60; ++i)
        for (const auto& [vci, pdu] : sent)
            if (48 * i < pdu.size()) bench.arrive(cell(pdu, i, static_cast<std::uint16_t>(vci)));
    SarBench::clocks(20'000);
    EXPECT_EQ(reassembled(bench, 2048, 2048), sent);
    EXPECT_EQ(bench.sar.receive_stats().crc_errors, 0u);
}

INSTANTIATE_TEST_SUITE_P(Sar, SarVariants, ::testing::Values(0u, 1u, 2u, 3u, 4u, 5u, 12u, 16u, 31u));

}  // namespace
}  // namespace niclab::nicstar
