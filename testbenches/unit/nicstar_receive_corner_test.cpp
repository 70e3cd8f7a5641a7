// The receive side at its edges: resets and changes under way, full queues, time of a look-up, full
// duplex.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;
class SarReceiveCorner : public test::SarCorner {};

TEST_F(SarReceiveCorner, AResetInsideAnArrivingCellLosesThatCellOnly) {
    SarBench bench;
    bench.set_up();
    open(bench);
    supply(bench, 0, 1);
    const atm::Cell cell = single_cell();
    bench.rx_words.push({cell.header_word(), true, false});
    SarBench::clocks(10);
    bench.write(reg::kCfg, cfg::kReset);
    bench.set_up();
    supply(bench, 0, 1);
    for (unsigned i = 0; i < 12; ++i) bench.rx_words.push({0, false, i == 11});
    SarBench::clocks(100);
    bench.arrive(cell);
    SarBench::clocks(100);
    EXPECT_EQ(bench.sar.fifo_stats().receive_disabled, 1u);
    EXPECT_EQ(bench.sar.receive_stats().stored, 1u);
    EXPECT_EQ(bench.sar.receive_stats().crc_errors, 0u);
}

TEST_F(SarReceiveCorner, ACloseWhileACellIsInWorkIsNotLost) {
    SarBench bench;
    bench.set_up();
    supply(bench, 0, 64);
    const atm::Cell cell = single_cell();
    for (unsigned delay = 0; delay < 60; ++delay) {
        open(bench);
        for (unsigned i = 0; i < 13; ++i) bench.rx_words.push({i == 0 ? cell.header_word() : 0, i == 0, i == 12});
        SarBench::clocks(delay);
        bench.write(reg::kCmd, 2u << 28 | kVci * 4u << 2);
        bench.finish_command();
        SarBench::clocks(100);
        ASSERT_EQ(bench.sar.sram()->peek(kVci * 4u) & rct::kOpen, 0u) << delay;
    }
    const auto& stats = bench.sar.receive_stats();
    EXPECT_EQ(stats.stored + stats.lookup_errors, 60u);
    EXPECT_GT(stats.stored, 10u);
}

TEST_F(SarReceiveCorner, AFullFreeBufferQueueKeepsItsOldest) {
    SarBench bench;
    bench.set_up();
    open(bench);
    supply(bench, 0, 256);
    EXPECT_EQ(bench.read(reg::kStat) >> 24, 255u);  // the field has 8 bits
    EXPECT_FALSE(bench.read(reg::kStat) & stat::kSfbqf);
    bench.write(0, 9999);
    bench.command(6u << 28);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kSfbqf);
    bench.arrive(single_cell());
    SarBench::clocks(100);
    EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 1], 0u);  // handle of the first pair
}

TEST_F(SarReceiveCorner, TheReceiveStatusQueueWrapsAndWaitsForTheHost) {
    SarBench bench;
    bench.set_up();
    bench.write(reg::kCfg, bench.read(reg::kCfg) & ~(3u << 22));  // 128 entries
    open(bench);
    supply(bench, 0, 200);
    for (unsigned n = 0; n < 130; ++n) bench.arrive(single_cell());
    SarBench::clocks(200);
    EXPECT_EQ(bench.sar.receive_stats().status_entries, 127u);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kRsqf);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kRsqaf);
    EXPECT_EQ(bench.read(reg::kRsqt), SarBench::kRsq + 127 * 16);
    bench.write(reg::kRsqh, 126 * 16);
    for (unsigned n = 130; n < 230; ++n) bench.arrive(single_cell());
    SarBench::clocks(200);
    EXPECT_EQ(bench.sar.receive_stats().status_entries, 230u);
    EXPECT_EQ(bench.read(reg::kRsqt), SarBench::kRsq + (230 - 128) * 16);
    EXPECT_EQ(bench.memory.dwords[SarBench::kRsq / 4 + 101 * 4 + 1], 229u);  // handles in the order they were given
}

TEST_F(SarReceiveCorner, TheStatusTailMovesWhenTheEntryIsInMemory) {
    SarBench bench;
    bench.set_up();
    open(bench);
    supply(bench, 0, 1);
    bench.memory.latency = 100;
    bench.arrive(single_cell());
    SarBench::clocks(60);
    EXPECT_EQ(bench.read(reg::kRsqt), SarBench::kRsq);
    EXPECT_FALSE(bench.read(reg::kStat) & stat::kEopdu);
    SarBench::clocks(200);
    EXPECT_EQ(bench.read(reg::kRsqt), SarBench::kRsq + 16);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kEopdu);
}

TEST_F(SarReceiveCorner, ACellIsLookedUpInAFixedNumberOfClocks) {
    SarBench bench;
    bench.set_up();
    bench.write(reg::kCfg, bench.read(reg::kCfg) & ~cfg::kTxEnable);
    open(bench);
    supply(bench, 0, 1);
    const atm::Cell cell = single_cell();
    for (unsigned i = 0; i < 12; ++i) bench.rx_words.push({i == 0 ? cell.header_word() : 0, i == 0, false});
    SarBench::clocks(40);
    run(core::from_fs(15'000'000));  // between two edges
    bench.rx_words.push({0, false, true});
    unsigned clocks = 0;
    for (; !bench.dma.request.has_item() && clocks < 100; ++clocks) SarBench::clocks(1);
    // 3 edges through the synchronizer, the last of which writes the word. The look-up starts in
    // that clock with the decision. Then come header 1, connection 4, free buffer 2, payload 12,
    // with the request at the last of them.
    EXPECT_EQ(clocks, 2 + 1 + Config{}.receive_clocks + 1 + 4 + 2 + 12 - 1);
}

TEST_F(SarReceiveCorner, TheGfcIsNotedUnlessIgnored) {
    SarBench bench;
    bench.set_up();
    open(bench);
    supply(bench, 0, 1);
    atm::Cell cell = single_cell();
    cell.set_header({5, 0, kVci, 1, false});
    bench.arrive(cell);
    bench.write(reg::kCfg, bench.read(reg::kCfg) | cfg::kIgnoreGfc);
    bench.arrive(cell);
    SarBench::clocks(100);
    constexpr std::uint32_t kNzGfcInStatus = 1u << 14;
    EXPECT_TRUE(bench.memory.dwords[SarBench::kRsq / 4 + 3] & kNzGfcInStatus);
    EXPECT_FALSE(bench.memory.dwords[SarBench::kRsq / 4 + 7] & kNzGfcInStatus);
}

TEST_F(SarReceiveCorner, BothDirectionsAtLineRateLoseNothing) {
    SarBench bench;
    bench.set_up();
    open(bench);
    supply(bench, 0, 8);
    const std::size_t cells = atm::aal5_cells(1500);
    const auto pdu = atm::aal5_encode(sdu_of(1500));
    for (unsigned n = 0; n < 12; ++n) send(bench, 1500, n);
    bench.doorbell();
    for (unsigned n = 0; n < 10 * cells; ++n) {
        const std::size_t i = n % cells;
        atm::Cell cell;
        cell.set_header({0, 0, kVci, static_cast<std::uint8_t>(i + 1 == cells ? 1 : 0), false});
        std::copy_n(pdu.begin() + static_cast<std::ptrdiff_t>(48 * i), 48, cell.payload());
        bench.arrive(cell);  // 94 clocks
    }
    SarBench::clocks(10'000);
    const auto& receive = bench.sar.receive_stats();
    EXPECT_EQ(receive.stored, 10 * cells);
    EXPECT_EQ(receive.crc_errors, 0u);
    EXPECT_LE(bench.sar.fifo_stats().peak_cells, 3u);
    EXPECT_EQ(bench.line.cells.size(), 12 * cells);
    EXPECT_EQ(bench.sar.transmit_stats().late_slots, 0u);
    EXPECT_EQ(bench.sar.transmit_stats().nulls_before_ready_pdu, 0u);
    EXPECT_EQ(bursts(bench, bus::Purpose::SendStatus), 12u);
}

}  // namespace
}  // namespace niclab::nicstar
