// The receive side: buffers, status entries, interleaved connections, and every way to lose a cell.
#include <gtest/gtest.h>

#include "atm/aal5.h"
#include "base/random.h"
#include "support/sar_bench.h"
#include "support/sim_test.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarReceive : public test::SimTest {
protected:
    static constexpr std::uint32_t kSmall = 0x10000, kLarge = 0x20000;
    static void supply(SarBench& bench, unsigned kind, unsigned pairs) {
        const std::uint32_t base = kind == 0 ? kSmall : kLarge;
        for (unsigned i = 0; i < 2 * pairs; i += 2) {
            for (unsigned k = 0; k < 2; ++k) {
                bench.write(8 * k, kind * 100 + i + k);
                bench.write(8 * k + 4, base + (i + k) * 0x800);
            }
            bench.command(6u << 28 | kind);
        }
    }
    static void open(SarBench& bench, std::uint16_t vci) { bench.write_sram(vci * 4u, {0x000A0000, 0, 0, ~0u}); }
    static std::vector<atm::Cell> cells_of(const std::vector<std::uint8_t>& sdu, std::uint16_t vci) {
        const auto pdu = atm::aal5_encode(sdu);
        std::vector<atm::Cell> cells(pdu.size() / 48);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool last = i + 1 == cells.size();
            cells[i].set_header({0, 0, vci, static_cast<std::uint8_t>(last ? 1 : 0), false});
            std::copy_n(pdu.begin() + static_cast<std::ptrdiff_t>(48 * i), 48, cells[i].payload());
        }
        return cells;
    }
    static std::uint32_t rsq(const SarBench& bench, unsigned entry, unsigned word) {
        return bench.memory.dwords[SarBench::kRsq / 4 + 4 * entry + word];
    }
    static std::vector<std::uint8_t> sdu_of(std::size_t n, std::uint8_t seed) {
        std::vector<std::uint8_t> sdu(n);
        for (std::size_t i = 0; i < n; ++i) sdu[i] = static_cast<std::uint8_t>(seed + i * 11);
        return sdu;
    }
};

TEST_F(SarReceive, ASmallBufferFirstThenLargeOnesAndAStatusEntryEach) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 2);
    supply(bench, 1, 2);
    open(bench, 0xF40);
    const auto sdu = sdu_of(3000, 1);  // 63 cells: 42 in the small buffer of 2048, 21 in a large one of 2048
    const auto pdu = atm::aal5_encode(sdu);
    for (const auto& cell : cells_of(sdu, 0xF40)) bench.arrive(cell);
    SarBench::clocks(200);
    EXPECT_EQ(rsq(bench, 0, 0), 0xF40u);
    EXPECT_EQ(rsq(bench, 0, 1), 0u);
    EXPECT_EQ(rsq(bench, 0, 3), rsq::kValid | 42u);
    EXPECT_EQ(rsq(bench, 1, 1), 101u);  // the first large buffer is the raw cell queue's
    EXPECT_EQ(rsq(bench, 1, 3), rsq::kValid | rsq::kEndOfPdu | rsq::kLarge | 21u);
    for (std::uint32_t i = 0; i < pdu.size(); ++i)
        ASSERT_EQ(bench.memory.octet(i < 42 * 48 ? kSmall + i : kLarge + 0x800 + i - 42 * 48), pdu[i]) << i;
    EXPECT_TRUE(bench.inta.read());
    bench.write(reg::kStat, stat::kEopdu);
    EXPECT_FALSE(bench.inta.read());
    EXPECT_EQ(bench.read(reg::kStat) >> 24, 1u);  // 3 of 4 small buffers left
}

TEST_F(SarReceive, InterleavedConnectionsDoNotMix) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 4);
    std::vector<std::vector<atm::Cell>> streams;
    for (std::uint16_t k = 0; k < 4; ++k) {
        open(bench, static_cast<std::uint16_t>(100 + k));
        streams.push_back(
            cells_of(sdu_of(400, static_cast<std::uint8_t>(k * 40)), static_cast<std::uint16_t>(100 + k)));
    }
    for (std::size_t i = 0; i < streams[0].size(); ++i)
        for (const auto& stream : streams) bench.arrive(stream[i]);
    SarBench::clocks(200);
    for (unsigned k = 0; k < 4; ++k) {
        EXPECT_EQ(rsq(bench, k, 3), rsq::kValid | rsq::kEndOfPdu | 9u);
        const std::uint32_t at = kSmall + rsq(bench, k, 1) * 0x800;
        const auto sdu = sdu_of(400, static_cast<std::uint8_t>((rsq(bench, k, 0) - 100) * 40));
        for (std::uint32_t i = 0; i < 400; ++i) ASSERT_EQ(bench.memory.octet(at + i), sdu[i]);
    }
    EXPECT_EQ(bench.sar.receive_stats().crc_errors, 0u);
}

TEST_F(SarReceive, UnalignedBuffersKeepTheirNeighboursOctets) {
    SarBench bench;
    bench.set_up();
    for (std::uint32_t lane = 1; lane < 4; ++lane) {
        bench.write(0, lane), bench.write(4, kSmall + lane * 0x100 + lane);
        bench.write(8, lane + 10), bench.write(12, kSmall + 0x1000 + lane * 0x100 + lane);
        bench.command(6u << 28);
    }
    for (std::uint32_t i = 0; i < 0x2000; ++i) bench.memory.set_octet(kSmall + i, 0xCC);
    open(bench, 50);
    for (unsigned n = 0; n < 6; ++n) bench.arrive(cells_of(sdu_of(40, static_cast<std::uint8_t>(n * 9)), 50)[0]);
    SarBench::clocks(200);
    for (std::uint32_t n = 0; n < 6; ++n) {
        const std::uint32_t lane = 1 + n / 2, at = kSmall + (n % 2 ? 0x1000 : 0) + lane * 0x101;
        EXPECT_EQ(bench.memory.octet(at - 1), 0xCC);
        EXPECT_EQ(bench.memory.octet(at + 48), 0xCC);
        const auto pdu = atm::aal5_encode(sdu_of(40, static_cast<std::uint8_t>(n * 9)));
        for (std::uint32_t i = 0; i < 48; ++i) ASSERT_EQ(bench.memory.octet(at + i), pdu[i]) << n << ' ' << i;
    }
}

TEST_F(SarReceive, AWrongCrcIsFlagged) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 2);
    open(bench, 50);
    auto cells = cells_of(sdu_of(100, 5), 50);
    cells[1].payload()[7] ^= 1;
    for (const auto& cell : cells) bench.arrive(cell);
    for (const auto& cell : cells_of(sdu_of(100, 6), 50)) bench.arrive(cell);
    SarBench::clocks(200);
    EXPECT_EQ(rsq(bench, 0, 3), rsq::kValid | rsq::kEndOfPdu | rct::kCrcError | 3u);
    EXPECT_EQ(rsq(bench, 1, 3), rsq::kValid | rsq::kEndOfPdu | 3u);
}

TEST_F(SarReceive, ClosedConnectionsAndForeignIndicesAreLookupErrors) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 2);
    open(bench, 50);
    bench.arrive(cells_of(sdu_of(20, 1), 51)[0]);
    bench.arrive(cells_of(sdu_of(20, 1), 0x1032)[0]);
    bench.arrive(cells_of(sdu_of(20, 1), 50)[0]);
    bench.command(2u << 28 | 50u * 4 << 2);  // close
    bench.arrive(cells_of(sdu_of(20, 1), 50)[0]);
    SarBench::clocks(200);
    EXPECT_EQ(bench.sar.receive_stats().lookup_errors, 3u);
    EXPECT_EQ(bench.sar.receive_stats().stored, 1u);
    EXPECT_EQ(bench.read(reg::kVpec), 3u);
    EXPECT_EQ(bench.read(reg::kVpec), 0u);
}

TEST_F(SarReceive, WithoutBuffersCellsAreDroppedAndCounted) {
    SarBench bench;
    bench.set_up(cfg::kEmptyFbqIe);
    open(bench, 50);
    for (const auto& cell : cells_of(sdu_of(200, 1), 50)) bench.arrive(cell);
    SarBench::clocks(200);
    EXPECT_EQ(bench.sar.receive_stats().no_buffer, 5u);
    EXPECT_EQ(bench.read(reg::kCdc), 5u);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kSfbqe);
    EXPECT_TRUE(bench.inta.read());
    supply(bench, 0, 1);
    bench.write(reg::kStat, stat::kEvents);
    for (const auto& cell : cells_of(sdu_of(200, 2), 50)) bench.arrive(cell);
    SarBench::clocks(200);
    EXPECT_EQ(rsq(bench, 0, 3), rsq::kValid | rsq::kEndOfPdu | 5u);  // good again without reset
}

TEST_F(SarReceive, AFifoOfFourHoldsFourCellsAndDropsTheFifth) {
    Config config;
    config.rx_fifo_cells = 4;
    config.receive_clocks = 255;  // the look-up is too slow for this line
    SarBench bench(config);
    bench.set_up();
    supply(bench, 0, 2);
    open(bench, 50);
    for (unsigned i = 0; i < 12; ++i) bench.arrive(cells_of(sdu_of(500, 1), 50)[0]);
    SarBench::clocks(4000);
    const auto& stats = bench.sar.receive_stats();
    EXPECT_EQ(bench.sar.fifo_stats().peak_cells, 4u);
    EXPECT_GT(bench.sar.fifo_stats().overflow, 0u);
    EXPECT_EQ(stats.stored + bench.sar.fifo_stats().overflow, 12u);
    EXPECT_EQ(bench.read(reg::kCdc), bench.sar.fifo_stats().overflow);
}

TEST(HostQueueTest, FillFollowsTheRulingOnTheFirstAndLaterLaps) {
    HostQueue queue(16);
    queue.set_base(0x6000, 128 * 16);
    queue.set_head(0);
    EXPECT_EQ(queue.fill(), 0u);
    for (unsigned i = 0; i < 127; ++i) queue.reserve(), queue.commit();
    EXPECT_EQ(queue.fill(), 126u);
    EXPECT_TRUE(queue.full());
    for (unsigned lap = 0; lap < 5 * 128; ++lap) {
        queue.set_head((lap % 128) * 16);  // consumed one more
        EXPECT_EQ(queue.fill(), 126u - (lap > 0 ? 1 : 0));
        if (lap > 0) queue.reserve(), queue.commit();
    }
    EXPECT_EQ(queue.tail_address() - 0x6000, (127 + 5 * 128 - 1) % 128 * 16u);
}

TEST(Layouts, WordsCountFromZero) {
    EXPECT_EQ(cfg::rx_interrupt(1u << 12), 1u);
    EXPECT_EQ(cfg::small_octets(0), 48u);
    EXPECT_EQ(cfg::large_octets(3u << 25), 16384u);
    EXPECT_EQ(cfg::rsq_octets(2u << 22), 8192u);
    EXPECT_EQ(cfg::vpi_bits(3u << 18), 8u);
    EXPECT_EQ(sram_map::kVrScd[0], 0x1E7F4u);
    EXPECT_EQ(sram_map::kVrScd[2] + 3 * scd::kWords, sram_map::kRxFifo);
    EXPECT_EQ(interrupt_enables(0x27881C31),
              stat::kTsif | stat::kPhyi | stat::kEopdu | stat::kRawcf | stat::kSfbqe | stat::kLfbqe | stat::kRsqaf);
}

}  // namespace
}  // namespace niclab::nicstar
