#include "support/packet_bench.h"

namespace niclab::test {
namespace {

namespace reg = packet_sar::reg;
using card::UnitOutcome;
using packet_sar::Transfer;

class PacketSarReceive : public SimTest {
protected:
    static constexpr std::uint32_t kStatusRing = PacketBench::kStatusRing;
    static std::uint32_t status(const PacketBench& bench, unsigned entry, unsigned word) {
        return bench.memory.dwords[kStatusRing / 4 + 4 * entry + word];
    }
    static void expect_entry(const PacketBench& bench, unsigned entry, const std::vector<std::uint8_t>& sdu) {
        const auto pdu = atm::aal5_encode(sdu);
        EXPECT_EQ(status(bench, entry, 0), PacketBench::kVci);
        ASSERT_EQ(status(bench, entry, 2), pdu.size());
        EXPECT_EQ(status(bench, entry, 3), packet_sar::status::kValid);
        for (std::uint32_t i = 0; i < pdu.size(); ++i)
            ASSERT_EQ(bench.memory.octet(status(bench, entry, 1) + i), pdu[i]) << i;
    }
    static std::size_t count(const PacketBench& bench, UnitOutcome outcome) {
        return static_cast<std::size_t>(std::count(bench.fates.begin(), bench.fates.end(), outcome));
    }
    static void run_until_quiet(PacketBench& bench) {
        while (!bench.source.cells.empty()) bench.clocks(1000);
        bench.clocks(3000);
    }
};

TEST_F(PacketSarReceive, APduIsDeliveredWhole) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.supply(4);
    for (const std::size_t n : {1u, 40u, 1500u}) bench.arrive(PacketBench::sdu_of(n));
    run_until_quiet(bench);
    expect_entry(bench, 0, PacketBench::sdu_of(1));
    expect_entry(bench, 1, PacketBench::sdu_of(40));
    expect_entry(bench, 2, PacketBench::sdu_of(1500));
    EXPECT_EQ(bench.accounted(), bench.source.sent);
    EXPECT_EQ(bench.engine.received_units().held, 0u);
    EXPECT_EQ(bench.read(reg::kEvents), packet_sar::event::kReceived);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(PacketSarReceive, TheFirstBurstComesAfterTheLastCell) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.supply(1);
    bench.arrive(PacketBench::sdu_of(400));
    while (bench.source.cells.size() > 1) bench.clocks(10);
    EXPECT_TRUE(bench.memory.bursts.empty());
    run_until_quiet(bench);
    EXPECT_EQ(bench.memory.bursts.size(), 432u / 64 + 1 + 1);
}

TEST_F(PacketSarReceive, ConnectionsMayInterleaveAndUnknownOnesAreDropped) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x4000);
    bench.open(51, 0x4000, 0x4000);
    bench.supply(4);
    std::deque<atm::Cell> a, b, c;
    for (auto [cells, vci] : {std::pair{&a, 50}, std::pair{&b, 51}, std::pair{&c, 52}}) {
        bench.arrive(PacketBench::sdu_of(500, static_cast<unsigned>(vci)), static_cast<std::uint16_t>(vci));
        std::swap(*cells, bench.source.cells);
    }
    for (std::size_t i = 0; i < a.size(); ++i)
        for (const auto* cells : {&a, &b, &c}) bench.source.cells.push_back((*cells)[i]);
    bench.arrive(PacketBench::sdu_of(10), 50, 1);
    run_until_quiet(bench);
    expect_entry(bench, 0, PacketBench::sdu_of(500, 50));
    EXPECT_EQ(status(bench, 1, 0), 51u);
    EXPECT_EQ(count(bench, UnitOutcome::LookupError), c.size() + 1);
    EXPECT_EQ(bench.accounted(), bench.source.sent);
}

TEST_F(PacketSarReceive, WithoutRoomAPduIsDroppedWholeAndTheNextIsGood) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x1000);
    for (unsigned i = 0; i < 3; ++i) bench.arrive(PacketBench::sdu_of(1900));  // 40 cells each, 85 fit
    run_until_quiet(bench);
    EXPECT_EQ(bench.engine.receive_stats().no_memory, 40u);
    EXPECT_EQ(bench.engine.received_units().held, 80u);
    EXPECT_EQ(bench.accounted(), 120u);
    bench.supply(4);
    bench.clocks(3000);
    bench.arrive(PacketBench::sdu_of(2000));
    run_until_quiet(bench);
    expect_entry(bench, 2, PacketBench::sdu_of(2000));
    EXPECT_EQ(bench.accounted(), bench.source.sent);
}

TEST_F(PacketSarReceive, WithoutABufferAPduWaitsOrIsDropped) {
    packet_sar::Config config;
    config.hold_without_buffer = false;
    PacketBench holds({}, "holds"), drops(config, "drops");
    for (PacketBench* bench : {&holds, &drops}) {
        bench->enable();
        bench->open(PacketBench::kVci, 0x4000);
        bench->arrive(PacketBench::sdu_of(100));
        run_until_quiet(*bench);
        bench->supply(1);
        run_until_quiet(*bench);
        EXPECT_EQ(bench->accounted(), 3u);
    }
    EXPECT_EQ(holds.engine.received_units().delivered, 3u);
    EXPECT_EQ(drops.engine.receive_stats().no_buffer, 3u);
}

TEST_F(PacketSarReceive, FirmwareBoundsTheRateAndTheFifoOverflows) {
    packet_sar::Config config;
    config.receive_firmware_clocks = 400;
    config.rx_fifo_cells = 16;
    PacketBench bench(config);
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.arrive(PacketBench::sdu_of(48 * 999));
    while (!bench.source.cells.empty()) bench.clocks(100);
    const double clocks = 1000 * 55 * 51.440329 / 30.30303;
    EXPECT_NEAR(double(count(bench, UnitOutcome::Stored)), clocks / 400, clocks / 400 * 0.02);
    EXPECT_GT(count(bench, UnitOutcome::FifoOverflow), 700u);
    bench.clocks(20'000);
    EXPECT_EQ(bench.accounted(), 1000u);
}

TEST_F(PacketSarReceive, BothDirectionsShareTheProcessor) {
    packet_sar::Config config;
    config.receive_firmware_clocks = config.transmit_firmware_clocks = 300;
    PacketBench bench(config);
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.arrive(PacketBench::sdu_of(48 * 999));
    const auto sdu = PacketBench::sdu_of(48 * 400);
    bench.put_in_host_memory(sdu);
    bench.describe(sdu, PacketBench::kSendBuffers);
    bench.doorbell();
    bench.clocks(20'000);
    const std::size_t sent = bench.segmented.size(), stored = count(bench, UnitOutcome::Stored);
    bench.clocks(60'000);
    EXPECT_NEAR(double(bench.segmented.size() - sent), 60'000 / 600.0, 2);
    EXPECT_NEAR(double(count(bench, UnitOutcome::Stored) - stored), 60'000 / 600.0, 2);
    EXPECT_GT(bench.engine.processor_stats().transmit_waits, 20'000u);
    EXPECT_GT(bench.engine.processor_stats().receive_waits, 20'000u);
}

TEST_F(PacketSarReceive, ManyPdusMakeOneInterrupt) {
    packet_sar::Config config;
    config.interrupt_pdus = 3;
    config.interrupt_delay_us = 500;
    PacketBench bench(config);
    bench.enable();
    bench.open(PacketBench::kVci, 0x4000);
    bench.supply(8);
    for (unsigned i = 0; i < 2; ++i) bench.arrive(PacketBench::sdu_of(10));
    run_until_quiet(bench);
    EXPECT_FALSE(bench.inta.read());  // refused at n - 1
    bench.arrive(PacketBench::sdu_of(10));
    run_until_quiet(bench);
    EXPECT_TRUE(bench.inta.read());  // accepted at n
    EXPECT_EQ(bench.read(reg::kEvents), packet_sar::event::kReceived);
    bench.arrive(PacketBench::sdu_of(10));
    run_until_quiet(bench);
    EXPECT_FALSE(bench.inta.read());
    bench.clocks(16'500);  // 500 us
    EXPECT_TRUE(bench.inta.read());
}

TEST(PacketSarInterrupts, TimeIsExactToTheClock) {
    packet_sar::Interrupts interrupts(2, 100);
    interrupts.raise(packet_sar::event::kSent, 1000);
    EXPECT_FALSE(interrupts.level(1099));
    EXPECT_TRUE(interrupts.level(1100));
}

TEST_F(PacketSarReceive, TheHostReadsThePduAndGivesItsMemoryBack) {
    packet_sar::Config config;
    config.receive = Transfer::Pio;
    PacketBench bench(config);
    bench.enable();
    bench.open(PacketBench::kVci, 0x1000);
    for (unsigned i = 0; i < 5; ++i) {
        const auto pdu = atm::aal5_encode(PacketBench::sdu_of(1000, i));
        bench.arrive(PacketBench::sdu_of(1000, i));
        run_until_quiet(bench);
        ASSERT_EQ(bench.read(reg::kStatusTail), i + 1);
        const std::uint32_t at = packet_sar::window::kStatusRing + 16 * i,
                            base = packet_sar::window::kTransmit + config.transmit_octets;
        ASSERT_EQ(bench.read_window(at + 8), pdu.size());
        std::uint32_t offset = bench.read_window(at + 4);
        for (std::size_t k = 0; k < pdu.size(); k += 4, offset = offset + 4 == base + 0x1000 ? base : offset + 4)
            ASSERT_EQ(bench.read_window(offset) & 0xFF, pdu[k]) << k;
        bench.write(reg::kStatusHead, i + 1);
    }
    EXPECT_TRUE(bench.memory.bursts.empty());
    EXPECT_EQ(bench.accounted(), bench.source.sent);
    EXPECT_EQ(bench.engine.receive_stats().no_memory, 0u);
}

TEST_F(PacketSarReceive, LostLastCellsMakeACrcErrorOrAPduThatIsTooLong) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.supply(4);
    bench.arrive(PacketBench::sdu_of(100));
    bench.source.cells.pop_back();
    bench.arrive(PacketBench::sdu_of(100));
    run_until_quiet(bench);
    EXPECT_EQ(status(bench, 0, 3), packet_sar::status::kValid | packet_sar::status::kCrcError);
    EXPECT_EQ(status(bench, 0, 2), 5u * 48);
    bench.arrive(PacketBench::sdu_of(65535));
    bench.source.cells.pop_back();
    bench.arrive(PacketBench::sdu_of(100));  // 1365 + 3 cells
    bench.arrive(PacketBench::sdu_of(200));
    run_until_quiet(bench);
    EXPECT_EQ(bench.engine.receive_stats().too_long, 1368u);
    expect_entry(bench, 1, PacketBench::sdu_of(200));
    EXPECT_EQ(bench.accounted(), bench.source.sent);
}

TEST_F(PacketSarReceive, AResetLosesWhatIsThereAndTheNextPduIsGood) {
    PacketBench bench;
    bench.enable();
    bench.open(PacketBench::kVci, 0x20000);
    bench.supply(2);
    bench.arrive(PacketBench::sdu_of(4000));
    bench.clocks(3000);
    bench.write(reg::kControl, packet_sar::control::kReset);
    run_until_quiet(bench);
    EXPECT_GT(bench.engine.receive_stats().reset, 10u);
    EXPECT_EQ(bench.accounted(), bench.source.sent);
    bench.enable();
    bench.write(reg::kFreeTail, 2);
    bench.arrive(PacketBench::sdu_of(200));
    run_until_quiet(bench);
    expect_entry(bench, 0, PacketBench::sdu_of(200));
    EXPECT_EQ(bench.accounted(), bench.source.sent);
}

}  // namespace
}  // namespace niclab::test
