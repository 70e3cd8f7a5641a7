// TMR and its roll-over, the EEPROM's other instructions, byte enables, registers that only go one
// way.
#include "support/sar_bench.h"

namespace niclab::nicstar {
namespace {

using test::SarBench;

class SarRegisters : public test::SarCorner {
protected:
    static constexpr double kStepClocks = 256 / 19.44e6 * 33e6;  ///< PCI clocks a count of TMR takes.
};

TEST_F(SarRegisters, TheTimerCountsEach256OctetTimes) {
    SarBench bench;
    const std::uint32_t before = bench.read(reg::kTmr);
    SarBench::clocks(100'000);
    const std::uint32_t after = bench.read(reg::kTmr);
    EXPECT_NEAR(after - before, 100'003 / kStepClocks, 1.0);
}

TEST_F(SarRegisters, ARollOverIsAnEventAndAnEntryWithoutATag) {
    Config config;
    config.timer_start = 0xFFFFFF - 20;
    SarBench bench(config);
    bench.set_up(cfg::kTimerIe);
    EXPECT_FALSE(bench.read(reg::kStat) & stat::kTmrof);
    EXPECT_GT(bench.read(reg::kTmr), 0xFFFF00u);
    SarBench::clocks(21 * 435);
    EXPECT_LT(bench.read(reg::kTmr), 0x100u);
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kTmrof);
    EXPECT_TRUE(bench.inta.read());
    EXPECT_EQ(bench.memory.dwords[SarBench::kTsq / 4], 0u);
    EXPECT_LT(bench.memory.dwords[SarBench::kTsq / 4 + 1], 0x100u);  // stamped, and not empty any more
    EXPECT_EQ(bench.read(reg::kTsqt), SarBench::kTsq + 8);
    bench.write(reg::kStat, stat::kTmrof);
    EXPECT_FALSE(bench.inta.read());
}

TEST_F(SarRegisters, TrafficGoesOnAroundARollOver) {
    Config config;
    config.timer_start = 0xFFFFFF - 20;
    SarBench bench(config);
    bench.set_up();
    for (std::uint32_t n = 1; n <= 20; ++n) send(bench, 400, n);
    bench.doorbell();
    SarBench::clocks(30'000);
    EXPECT_EQ(bench.line.cells.size(), 20u * 9);
    unsigned entries = 0, roll_overs = 0;
    for (std::uint32_t i = 0; i < 30; ++i) {
        const std::uint32_t at = SarBench::kTsq / 4 + 2 * i;
        if (bench.memory.dwords[at + 1] & tsq::kEmpty) continue;
        ++entries, roll_overs += bench.memory.dwords[at] == 0;
    }
    EXPECT_EQ(entries, 21u);
    EXPECT_EQ(roll_overs, 1u);
}

TEST_F(SarRegisters, DisabledOctetsOfAWriteKeepWhatTheRegisterHolds) {
    SarBench bench;
    const auto write = [&bench](std::uint32_t offset, std::uint32_t value, std::uint8_t enables) {
        bench.sar.registers().write({bus::Command::MemoryWrite, 0, offset, 1, enables}, value);
        SarBench::clocks(3);
    };
    write(0, 0x11223344, 0xF);
    write(0, 0xAABBCCDD, 0x5);
    EXPECT_EQ(bench.read(0), 0x11BB33DDu);
    write(reg::kTstb, 0x70000, 0xF);
    write(reg::kTstb, 0xFFFFFFFF, 0x2);
    EXPECT_EQ(bench.read(reg::kTstb), 0x7FF00u);
    bench.command(6u << 28);  // a pair of small buffers
    for (int i = 0; i < 600; ++i) bench.command(6u << 28);
    ASSERT_TRUE(bench.read(reg::kStat) & stat::kSfbqf);
    write(reg::kStat, ~0u, 0x1);  // SFBQF is in the second octet
    EXPECT_TRUE(bench.read(reg::kStat) & stat::kSfbqf);
    write(reg::kStat, ~0u, 0x2);
    EXPECT_FALSE(bench.read(reg::kStat) & stat::kSfbqf);
}

TEST_F(SarRegisters, RegistersThatCanOnlyBeWrittenReadAsZero) {
    SarBench bench;
    bench.set_up();
    for (const std::uint32_t offset : {0x04u, 0x08u, 0x0Cu, 0x10u, 0x1Cu, 0x24u, 0x40u, 0x48u, 0x50u, 0x54u, 0xFCu})
        EXPECT_EQ(bench.read(offset), 0u) << offset;
    EXPECT_EQ(bench.read(reg::kRsqt), SarBench::kRsq);
    EXPECT_EQ(bench.read(reg::kTsqt), SarBench::kTsq);
}

/// The delays of RXINT: not a clock earlier, not one later.
TEST_F(SarRegisters, EachReceiveDelayIsExactToTheClock) {
    const std::uint64_t delays[] = {0, 1, 0x2881, 0x5081, 0x7401};
    for (std::uint32_t code = 1; code < 5; ++code) {
        const Config config;
        Interrupts interrupts(config, 1.0 / 33);
        Registers registers;
        registers.events = stat::kEopdu;
        registers.cfg = code << 12;
        constexpr std::uint64_t kStart = 1000;
        bool early = false;
        for (std::uint64_t t = kStart; t + 1 < kStart + delays[code]; ++t) early |= interrupts.level(registers, t);
        EXPECT_FALSE(early) << code;
        EXPECT_TRUE(interrupts.level(registers, kStart + delays[code] - 1)) << code;
    }
}

class EepromTest : public ::testing::Test {
protected:
    static constexpr std::uint32_t kSelected = 0, kDeselected = 2, kClock = 4;
    Eeprom eeprom{{1, 2, 3, 4, 5, 6}};
    core::Femtoseconds now = 0;

    void octet_in(unsigned octet) {
        for (int bit = 7; bit >= 0; --bit) {
            const std::uint32_t in = octet >> bit & 1u;
            eeprom.drive(kSelected | in, now);
            eeprom.drive(kSelected | kClock | in, now);
        }
    }
    unsigned octet_out() {
        unsigned value = 0;
        for (int bit = 0; bit < 8; ++bit) {
            eeprom.drive(kSelected, now);
            value = value << 1 | (eeprom.output() ? 1 : 0);
            eeprom.drive(kSelected | kClock, now);
        }
        return value;
    }
    void instruction(std::initializer_list<unsigned> octets) {
        eeprom.drive(kDeselected, now);
        for (const unsigned o : octets) octet_in(o);
        eeprom.drive(kSelected, now);
        eeprom.drive(kDeselected, now);
    }
    unsigned read(unsigned address) {
        eeprom.drive(kDeselected, now);
        octet_in(3), octet_in(address);
        return octet_out();
    }
    unsigned status() {
        eeprom.drive(kDeselected, now);
        octet_in(5);
        return octet_out();
    }
};

TEST_F(EepromTest, AWriteNeedsWrenAndTakesItsTime) {
    instruction({2, 0x10, 0xAB});
    EXPECT_EQ(read(0x10), 0xFFu);
    instruction({6});
    EXPECT_EQ(status(), 2u);
    instruction({2, 0x10, 0xAB});
    EXPECT_EQ(status(), 1u);  // in progress, and disabled again
    now += Eeprom::kWriteTime - 1;
    EXPECT_EQ(status(), 1u);
    now += 1;
    EXPECT_EQ(status(), 0u);
    EXPECT_EQ(read(0x10), 0xABu);
    EXPECT_EQ(read(0x6C), 1u);
}

TEST_F(EepromTest, AWriteStaysInItsPageAndAReadGoesOn) {
    instruction({6});
    instruction({2, 0x22, 0xA0, 0xA1, 0xA2});  // the third wraps to 0x20
    now += Eeprom::kWriteTime;
    EXPECT_EQ(read(0x20), 0xA2u);
    EXPECT_EQ(octet_out(), 0xFFu);
    EXPECT_EQ(octet_out(), 0xA0u);
    EXPECT_EQ(octet_out(), 0xA1u);
    EXPECT_EQ(octet_out(), 0xFFu);
}

TEST_F(EepromTest, ProtectedQuartersCannotBeWritten) {
    instruction({6});
    instruction({1, 0x04});  // the upper quarter
    now += Eeprom::kWriteTime;
    EXPECT_EQ(status(), 4u);
    for (const unsigned address : {0xC0u, 0xBFu}) {
        instruction({6});
        instruction({2, address, 0x55});
        now += Eeprom::kWriteTime;
    }
    EXPECT_EQ(read(0xC0), 0xFFu);
    EXPECT_EQ(read(0xBF), 0x55u);
    instruction({6});
    instruction({4});  // WRDI
    instruction({2, 0x00, 0x11});
    EXPECT_EQ(read(0x00), 0xFFu);
}

}  // namespace
}  // namespace niclab::nicstar
