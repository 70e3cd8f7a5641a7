// The transmit side at its edges: resets under way, schedules, odd descriptors, full queues,
// interrupts, EEPROM.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;
class SarTransmitCorner : public test::SarCorner {};

TEST_F(SarTransmitCorner, AResetForgetsTheBurstUnderWay) {
    SarBench bench;
    bench.set_up();
    bench.memory.latency = 300;
    send(bench, 200);
    bench.doorbell();
    SarBench::clocks(150);  // the descriptor is being fetched
    ASSERT_EQ(bench.memory.bursts.size(), 0u);
    bench.write(reg::kCfg, cfg::kReset);
    bench.write(reg::kCfg, 0);
    SarBench::clocks(500);
    ASSERT_EQ(bench.memory.bursts.size(), 1u);
    EXPECT_EQ(bench.sar.transmit_stats().descriptors, 0u);
    EXPECT_EQ(bench.sar.transmit_stats().status_entries, 0u);
    EXPECT_EQ(bench.read(reg::kTsqt), 0u);
    EXPECT_EQ(bench.read(reg::kStat), 0u);
    bench.memory.latency = 6;
    bench.scq_next = 0;
    bench.set_up();
    send(bench, 200, 77);
    bench.doorbell();
    SarBench::clocks(2500);
    expect_pdu(bench, 0, 200);
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4], 77u);
    EXPECT_EQ(bench.read(reg::kTsqt), SarBench::kTsq + 8);
}

TEST_F(SarTransmitCorner, WithoutNullCellsAnUnusedEntryHidesNoWork) {
    Config config;
    config.null_cells = false;
    SarBench bench(config);
    bench.set_up();
    bench.write_sram(0x1D24A, {0x8000, 0, ~0u, 0});
    bench.write_sram(sram_map::kTst, {0, 1u << 29 | 0x1D24A, 2u << 29, 0, 3u << 29 | sram_map::kTst});
    bench.write(reg::kTstb, sram_map::kTst << 2);
    for (unsigned n = 0; n < 4; ++n) {
        send(bench, 300, n);
        bench.doorbell();
        SarBench::clocks(1200);
        expect_pdu(bench, 7 * n, 300);
        EXPECT_TRUE(bench.sar.asleep());
    }
}

TEST_F(SarTransmitCorner, FixedEntriesPaceTheirChannel) {
    SarBench bench;
    bench.set_up();
    constexpr std::uint32_t kScd = 0x1D24A, kQueue = 0x8000;
    const atm::Header header{0, 1, 33, 0, false};
    bench.write_sram(kScd, {kQueue, 0, ~0u, 0});
    bench.write_sram(sram_map::kTst, {0, 0, 0, 1u << 29 | kScd, 3u << 29 | sram_map::kTst});
    const std::uint32_t entry[] = {tbd::kAal5 | tbd::kEndOfPdu | 480, kBuffer, 470, header.word()};
    std::copy(entry, entry + 4, bench.memory.dwords.begin() + kQueue / 4);
    bench.write_sram(kScd, {kQueue + 16});
    SarBench::clocks(8000);
    ASSERT_EQ(bench.line.cells.size(), 10u);
    for (const std::size_t gap : gaps(bench)) EXPECT_EQ(gap, 4u);
    EXPECT_EQ(bench.line.cells[0].header(), header);
}

TEST_F(SarTransmitCorner, AJumpThatTakesASlotMakesTheLapLonger) {
    Config config;
    config.jump_takes_slot = true;
    SarBench bench(config);
    bench.set_up();
    bench.write_sram(sram_map::kTst, {0, 2u << 29, 3u << 29 | sram_map::kTst});
    bench.write(reg::kTstb, sram_map::kTst << 2);
    send(bench, 400);
    bench.doorbell();
    SarBench::clocks(6000);
    expect_pdu(bench, 0, 400);
    for (const std::size_t gap : gaps(bench)) EXPECT_EQ(gap, 3u);
}

TEST_F(SarTransmitCorner, TheHigherPriorityGoesFirst) {
    SarBench bench;
    bench.set_up();
    constexpr std::uint32_t kQueue = 0x8000;
    bench.write_sram(sram_map::kVrScd[1], {kQueue, 0, ~0u, 0});
    const std::uint32_t low[] = {tbd::kAal5 | tbd::kEndOfPdu | 480, kBuffer + 0x4000, 470,
                                 atm::Header{0, 0, 99, 0, false}.word()};
    std::copy(low, low + 4, bench.memory.dwords.begin() + kQueue / 4);
    send(bench, 400);
    bench.write_sram(sram_map::kVrScd[1], {kQueue + 16});
    bench.doorbell();
    SarBench::clocks(5000);
    ASSERT_EQ(bench.line.cells.size(), 9u + 10u);
    std::size_t last_high = 0, low_before = 0;
    for (std::size_t i = 0; i < 19; ++i)
        if (bench.line.cells[i].header().vci == 0xF40) last_high = i;
    for (std::size_t i = 0; i < last_high; ++i) low_before += bench.line.cells[i].header().vci == 99;
    EXPECT_LE(low_before, 3u);  // those that left before the doorbell of the higher one
}

TEST_F(SarTransmitCorner, ABufferThatEndsInsideACellEndsThePdu) {
    SarBench bench;
    bench.set_up();
    const std::uint32_t header = atm::Header{0, 0, 0xF40, 0, false}.word();
    for (std::uint32_t i = 0; i < 48; ++i) bench.memory.set_octet(kBuffer + 0x1000 + i, 0x11);
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal5 | 32, kBuffer + 0x1000, 20, header);  // a length that ran over 16 bits
    bench.put_entry(tbd::kTsr, 5, 0, 0);
    send(bench, 100, 6);
    bench.doorbell();
    SarBench::clocks(3000);
    ASSERT_EQ(bench.line.cells.size(), 1u + 3u);
    EXPECT_EQ(bench.line.cells[0].header().pti, 1);
    EXPECT_EQ(bench.line.cells[0].payload()[31], 0x11);
    EXPECT_EQ(bench.line.cells[0].payload()[32], 0);
    expect_pdu(bench, 1, 100);  // its CRC starts anew
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4], 5u);
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4 + 2], 6u);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kTxicp);
    EXPECT_EQ(bench.sar.transmit_stats().short_pdus, 1u);
}

TEST_F(SarTransmitCorner, BothBuffersOfTheLastCellMayCarryTheEnd) {
    SarBench bench;
    bench.set_up();
    const auto memory = padded(sdu_of(130));
    for (std::uint32_t i = 0; i < 144; ++i)
        bench.memory.set_octet((i < 100 ? kBuffer : kBuffer + 0x1000 - 100) + i, memory[i]);
    const std::uint32_t header = atm::Header{0, 0, 0xF40, 0, false}.word();
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal5 | 100, kBuffer, 130, header);
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal5 | 44, kBuffer + 0x1000, 130, header);
    bench.doorbell();
    SarBench::clocks(3000);
    ASSERT_EQ(bench.line.cells.size(), 3u);
    expect_pdu(bench, 0, 130);
    EXPECT_EQ(bench.sar.transmit_stats().short_pdus, 0u);
}

TEST_F(SarTransmitCorner, AFullTransmitStatusQueueStopsUntilTheHostReads) {
    SarBench bench;
    bench.set_up();
    for (unsigned n = 0; n < 1100; n += 50) {
        for (unsigned i = 0; i < 50; ++i) send(bench, 40, n + i);
        bench.doorbell();
        SarBench::clocks(50 * 95 + 200);
    }
    SarBench::clocks(5000);
    // The head still says entry 0: full at a fill of N - 2, which counts tail - head - 1.
    EXPECT_EQ(bench.sar.transmit_stats().status_entries, 1023u);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kTsqf);
    const auto sent = bench.line.cells.size();
    EXPECT_LT(sent, 1100u);
    bench.write(reg::kTsqh, 1022 * 8);
    SarBench::clocks(12'000);
    EXPECT_EQ(bench.sar.transmit_stats().status_entries, 1100u);
    EXPECT_EQ(bench.line.cells.size(), 1100u);
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4 + 2 * 75], 1099u);  // second lap
}

TEST(InterruptsTest, TheEndOfAPduWaitsForItsDelayToTheClock) {
    constexpr std::uint32_t kDelays[] = {0, 0x2880, 0x5080, 0x7400};
    for (unsigned code = 1; code <= 4; ++code) {
        const Config config;
        Interrupts interrupts(config, 1.0 / 33);
        Registers registers;
        registers.cfg = code << 12;
        EXPECT_FALSE(interrupts.level(registers, 99));
        registers.events = stat::kEopdu;
        const std::uint64_t due = 100 + kDelays[code - 1];
        if (code > 1) {
            EXPECT_FALSE(interrupts.level(registers, 100));
            EXPECT_FALSE(interrupts.level(registers, due - 1));
        }
        EXPECT_TRUE(interrupts.level(registers, code > 1 ? due : 100));
        registers.events = 0;
        EXPECT_FALSE(interrupts.level(registers, due + 1));
    }
    const Config config;
    Interrupts interrupts(config, 1.0 / 33);
    Registers registers;
    registers.events = stat::kEopdu | stat::kTsif;
    registers.cfg = 2u << 12 | cfg::kTxIe;
    EXPECT_TRUE(interrupts.level(registers, 100));  // other events do not wait
    registers.cfg = 0;
    EXPECT_FALSE(interrupts.level(registers, 101));
}

TEST_F(SarTransmitCorner, EveryClassOfEventRaisesInta) {
    SarBench bench;
    bench.set_up(cfg::kTxUnderrunIe);
    bench.put_entry(tbd::kEndOfPdu | tbd::kAal5 | 8, kBuffer, 0, atm::Header{0, 0, 40, 0, false}.word());
    bench.doorbell();
    SarBench::clocks(1000);
    EXPECT_TRUE(bench.inta.read());
    bench.write(reg::kStat, stat::kTxicp);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(SarTransmitCorner, TheMacAddressIsReadAsDriversReadIt) {
    Config config;
    config.mac = {0x00, 0x20, 0x48, 0xA5, 0x3C, 0x81};
    SarBench bench(config);
    const auto read_octet = [&bench](std::uint8_t address) {
        const auto put = [&bench](std::uint32_t pins) { bench.write(reg::kGp, pins); };
        put(0);
        for (const unsigned octet : {3u, unsigned{address}})
            for (int bit = 7; bit >= 0; --bit) {
                const std::uint32_t in = octet >> bit & 1u;
                put(in), put(in | 4u);
            }
        std::uint8_t value = 0;
        for (unsigned bit = 0; bit < 8; ++bit) {
            put(0);
            value = static_cast<std::uint8_t>(value << 1 | (bench.read(reg::kGp) >> 16 & 1u));
            put(4);
        }
        put(2);
        return value;
    };
    for (std::uint8_t i = 0; i < 6; ++i)
        EXPECT_EQ(read_octet(static_cast<std::uint8_t>(0x6C + i)), config.mac[i]) << int(i);
    EXPECT_EQ(read_octet(0x10), 0xFF);
    EXPECT_FALSE(bench.phy.in_reset);
}

}  // namespace
}  // namespace niclab::nicstar
