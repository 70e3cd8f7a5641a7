#include "support/packet_bench.h"

namespace niclab::test {
namespace {

using packet_sar::Transfer;

class PacketSarTransmit : public SimTest {
protected:
    static void expect_line(const PacketBench& bench, const std::vector<std::vector<std::uint8_t>>& sdus) {
        std::size_t cell = 0;
        for (const auto& sdu : sdus) {
            const auto pdu = atm::aal5_encode(sdu);
            for (std::size_t at = 0; at < pdu.size(); at += 48, ++cell) {
                ASSERT_LT(cell, bench.line.cells.size());
                const atm::Cell& c = bench.line.cells[cell];
                EXPECT_EQ(c.header().pti, at + 48 == pdu.size() ? 1 : 0);
                EXPECT_TRUE(std::equal(c.payload(), c.payload() + 48, pdu.begin() + static_cast<std::ptrdiff_t>(at)))
                    << "cell " << cell;
            }
        }
        EXPECT_EQ(bench.line.cells.size(), cell);
    }
    /// Clocks from one cell's way into the FIFO to the next one's, on average.
    static double clocks_per_cell(const PacketBench& bench, std::size_t from = 0) {
        const auto& t = bench.segmented;
        return double(t.back() - t[from]) / double(PacketBench::kClock) / double(t.size() - 1 - from);
    }
    /// A number of PDUs of this size, out of one host buffer.
    static void send(PacketBench& bench, std::size_t octets, unsigned pdus) {
        const auto sdu = PacketBench::sdu_of(octets);
        bench.put_in_host_memory(sdu);
        for (unsigned i = 0; i < pdus; ++i) bench.describe(sdu, PacketBench::kSendBuffers);
        bench.doorbell();
    }
};

TEST_F(PacketSarTransmit, CellsAreThoseOfAal5) {
    PacketBench bench;
    bench.enable();
    std::vector<std::vector<std::uint8_t>> sdus;
    std::uint32_t place = PacketBench::kSendBuffers;
    for (const std::size_t n : {1u, 40u, 41u, 47u, 48u, 1500u, 9180u}) {
        sdus.push_back(PacketBench::sdu_of(n, static_cast<unsigned>(n)));
        bench.put_in_host_memory(sdus.back(), place);
        bench.describe(sdus.back(), place);
        place += 0x2800;
    }
    bench.doorbell();
    bench.clocks(40'000);
    expect_line(bench, sdus);
    EXPECT_TRUE(bench.inta.read());
    EXPECT_EQ(bench.read(packet_sar::reg::kTxDone), bench.tx_tail());
    EXPECT_EQ(bench.read(packet_sar::reg::kEvents), packet_sar::event::kSent);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(PacketSarTransmit, TheHostsOwnPayloadGoesRoundTheCircle) {
    packet_sar::Config config;
    config.transmit = Transfer::Pio;
    PacketBench bench(config);
    bench.enable();
    const auto sdu = PacketBench::sdu_of(100);
    const std::uint32_t base = packet_sar::window::kTransmit, place = base + config.transmit_octets - 60;
    for (std::uint32_t i = 0; i < 100; i += 4) {
        std::uint32_t dword = 0;
        for (std::uint32_t k = 0; k < 4; ++k) dword |= std::uint32_t{sdu[i + k]} << 8 * k;
        bench.write_window(i < 60 ? place + i : base + i - 60, {dword});
    }
    bench.describe(sdu, place);
    bench.doorbell();
    bench.clocks(1000);
    expect_line(bench, {sdu});
    EXPECT_TRUE(bench.memory.bursts.empty());
}

TEST_F(PacketSarTransmit, DmaBoundsTheRate) {
    packet_sar::Config config;
    config.transmit_burst_dwords = 4;
    PacketBench bench(config);
    bench.memory.latency = 60;
    bench.enable();
    send(bench, 4800 - 8, 20);
    bench.clocks(450'000);
    ASSERT_EQ(bench.segmented.size(), 2000u);
    // 12 dwords a cell in bursts of 4: each the memory's time and two clocks to hand it over.
    const double bound = 12.0 / 4 * (60 + 4 + 2);
    const auto& t = bench.segmented;  // a PDU's first cell follows its last burst
    const double clocks = double(t[1900] - t[100]) / double(PacketBench::kClock) / 1800;
    EXPECT_NEAR(clocks, bound, bound * 0.02);
}

TEST_F(PacketSarTransmit, TheLineBoundsTheRate) {
    PacketBench bench;
    bench.enable();
    send(bench, 4800 - 8, 10);
    bench.clocks(100'000);
    ASSERT_EQ(bench.segmented.size(), 1000u);
    const double slot = (4 * 53 + 63) / 5.0 * 51.440329 / 30.30303;
    EXPECT_NEAR(clocks_per_cell(bench, 10), slot, slot * 0.002);
}

TEST_F(PacketSarTransmit, FirmwareBoundsTheRate) {
    packet_sar::Config config;
    config.transmit_firmware_clocks = 400;
    PacketBench bench(config);
    bench.enable();
    send(bench, 4800 - 8, 3);
    bench.clocks(130'000);
    ASSERT_EQ(bench.segmented.size(), 300u);
    EXPECT_NEAR(clocks_per_cell(bench), 400, 400 * 0.001);
}

TEST_F(PacketSarTransmit, LatencyGrowsAsTheCopyTakesLonger) {
    packet_sar::Config config;
    config.transmit_burst_dwords = 8;
    PacketBench bench(config);
    bench.memory.latency = 10;
    bench.enable();
    std::vector<core::Femtoseconds> latencies;
    for (const std::size_t octets : {32u, 320u, 3200u, 32000u}) {
        const std::size_t before = bench.segmented.size();
        const core::Femtoseconds start = core::now_fs();
        send(bench, octets, 1);
        bench.clocks(100'000);
        latencies.push_back(bench.segmented.at(before) - start);
    }
    const core::Femtoseconds burst = PacketBench::kClock * (10 + 8 + 2);
    EXPECT_EQ(latencies[1] - latencies[0], 9 * burst);
    EXPECT_EQ(latencies[2] - latencies[0], 99 * burst);
    EXPECT_EQ(latencies[3] - latencies[0], 999 * burst);
}

TEST_F(PacketSarTransmit, WaitsForRoomInPacketMemory) {
    packet_sar::Config config;
    config.transmit_octets = 68 * 1024;
    PacketBench bench(config);
    bench.enable();
    send(bench, 40'000, 3);
    bench.clocks(300'000);
    EXPECT_EQ(bench.segmented.size(), 3 * atm::aal5_cells(40'000));
    const auto sdu = PacketBench::sdu_of(40'000);
    expect_line(bench, {sdu, sdu, sdu});
}

TEST_F(PacketSarTransmit, BadDescriptorsAndAbortedPdusArePassedOver) {
    PacketBench bench;
    bench.memory.verdict = [](const bus::Burst& b) {
        return b.address == 0x30000 ? bus::BurstStatus::MasterAbort : bus::BurstStatus::Done;
    };
    bench.enable();
    const auto sdu = PacketBench::sdu_of(100);
    bench.put_in_host_memory(sdu);
    bench.describe({}, PacketBench::kSendBuffers);
    bench.describe(sdu, 0x30000);
    bench.describe(sdu, PacketBench::kSendBuffers);
    bench.doorbell();
    bench.clocks(3000);
    expect_line(bench, {sdu});
    EXPECT_EQ(bench.read(packet_sar::reg::kTxDone), bench.tx_tail());
}

TEST_F(PacketSarTransmit, NullCellsFillTheLine) {
    packet_sar::Config config;
    config.null_cells = true;
    PacketBench bench(config);
    bench.enable();
    bench.clocks(2000);
    EXPECT_EQ(bench.engine.transmit_stats().user_cells, 0u);
    EXPECT_NEAR(double(bench.line.pattern.size()), 2000 / 93.4, 2);
}

TEST(PacketSarProcessor, ServesAfterExactlyItsClocks) {
    packet_sar::Processor processor;
    processor.ask(packet_sar::Processor::kSendCell, 5);
    for (unsigned i = 0; i < 4; ++i) processor.tick();
    EXPECT_FALSE(processor.done(packet_sar::Processor::kSendCell));
    processor.tick();
    EXPECT_TRUE(processor.done(packet_sar::Processor::kSendCell));
    EXPECT_EQ(processor.stats().busy_clocks, 5u);
}

TEST(PacketSarProcessor, TurnsGoRoundAndWaitsAreCounted) {
    packet_sar::Processor processor;
    processor.ask(packet_sar::Processor::kSendCell, 3);
    processor.ask(packet_sar::Processor::kReceiveCell, 4);
    for (unsigned i = 0; i < 3; ++i) processor.tick();
    EXPECT_TRUE(processor.done(packet_sar::Processor::kSendCell));
    EXPECT_FALSE(processor.done(packet_sar::Processor::kReceiveCell));
    for (unsigned i = 0; i < 4; ++i) processor.tick();
    EXPECT_TRUE(processor.done(packet_sar::Processor::kReceiveCell));
    EXPECT_EQ(processor.stats().receive_waits, 3u);
    EXPECT_EQ(processor.stats().transmit_waits, 0u);
}

}  // namespace
}  // namespace niclab::test
