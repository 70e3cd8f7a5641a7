// Registers of the PHY: a row a register, then what their bits do.
#include <gtest/gtest.h>

#include "phy/register_table.h"
#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

class PhyRegisters : public test::SimTest {
protected:
    PhyRegisters() { run(sc_time(4500, SC_US)); }
    std::uint8_t a(std::uint8_t address) { return bench.a.phy.read(address); }
    std::uint8_t b(std::uint8_t address) { return bench.b.phy.read(address); }
    void to_a(std::uint8_t address, unsigned value) { bench.a.phy.write(address, static_cast<std::uint8_t>(value)); }
    void to_b(std::uint8_t address, unsigned value) { bench.b.phy.write(address, static_cast<std::uint8_t>(value)); }
    unsigned count(std::uint8_t address, unsigned octets) {
        unsigned value = 0;
        for (unsigned i = 0; i < octets; ++i) value |= unsigned{b(static_cast<std::uint8_t>(address + i))} << 8 * i;
        return value;
    }
    void send(unsigned cells, std::uint16_t vci = 0x40) {
        for (unsigned i = 0; i < cells; ++i) bench.a.source.wanted.push_back(test::make_cell(vci, i));
    }
    static void pass(double us) { run(sc_time(us, SC_US)); }
    /// Spoils `octets` octets on the way to B.
    void corrupt(unsigned octets, std::uint8_t mask) {
        bench.to_b.corrupt = [n = octets, mask](std::uint8_t octet) mutable {
            return static_cast<std::uint8_t>(n > 0 && n-- > 0 ? octet ^ mask : octet);
        };
    }
    test::FaultyBench bench;
};

/// What a read gives after a reset, in sync on a good line: reset value and state.
constexpr struct {
    std::uint8_t address, value;
} kAfterReset[] = {
    {0x00, 0x30}, {0x01, 0x70}, {0x02, 0x00}, {0x05, 0x20}, {0x06, 0x00}, {0x07, 0x00}, {0x10, 0x00}, {0x11, 0x00},
    {0x12, 0x00}, {0x13, 0x00}, {0x14, 0x00}, {0x15, 0x00}, {0x18, 0x00}, {0x19, 0x00}, {0x1A, 0x00}, {0x1B, 0x00},
    {0x1C, 0x00}, {0x1D, 0x00}, {0x1E, 0x00}, {0x1F, 0x00}, {0x20, 0x00}, {0x21, 0x00}, {0x30, 0x00}, {0x31, 0x00},
    {0x33, 0x00}, {0x37, 0x13}, {0x38, 0x00}, {0x39, 0x00}, {0x3A, 0x00}, {0x3B, 0x00}, {0x3D, 0x00}, {0x40, 0x00},
    {0x41, 0x00}, {0x45, 0x00}, {0x46, 0x90}, {0x48, 0x13}, {0x49, 0x00}, {0x50, 0x04}, {0x51, 0x00}, {0x52, 0x00},
    {0x53, 0x00}, {0x54, 0x00}, {0x55, 0x00}, {0x56, 0x00}, {0x57, 0x00}, {0x58, 0x00}, {0x59, 0x00}, {0x60, 0x04},
    {0x61, 0x00}, {0x62, 0x6A}, {0x63, 0x00}, {0x64, 0x00}, {0x65, 0x00}, {0x66, 0x00}, {0x67, 0x00}, {0x80, 0x00},
};

TEST_F(PhyRegisters, HaveTheirResetValues) {
    for (const bool pin : {false, true}) {
        for (unsigned address = 1; address < 256; ++address) to_a(static_cast<std::uint8_t>(address), 0xFF);
        if (pin) {
            bench.a.phy.reset(true), bench.a.phy.reset(false);
        } else {
            to_a(0x00, 0x80);
            EXPECT_EQ(a(0x00), 0xB0);
            to_a(0x01, 0x55);
            EXPECT_EQ(a(0x01), 0x70) << "held in reset";
            to_a(0x00, 0x00);
        }
        pass(6000);  // all those 0xFF have disturbed the line
        for (const std::uint8_t status : {0x02, 0x11, 0x19, 0x31, 0x51}) a(status);
        for (const auto& row : kAfterReset) EXPECT_EQ(a(row.address), row.value) << std::hex << int{row.address};
        EXPECT_FALSE(bench.a.phy.interrupt());
    }
}

TEST_F(PhyRegisters, KeepWhatMayBeWrittenAndNothingElse) {
    EXPECT_EQ(std::size(kAfterReset) + 1, std::size(kRegisterTable)) << "all but the clock monitor";
    for (unsigned address = 1; address < 256; ++address) {
        const auto octet = static_cast<std::uint8_t>(address);
        const auto* row = std::find_if(std::begin(kRegisterTable), std::end(kRegisterTable),
                                       [&](const RegisterRow& r) { return r.address == octet; });
        to_a(octet, 0xFF);
        const std::uint8_t writable = row == std::end(kRegisterTable) ? 0 : row->writable;
        EXPECT_EQ(a(octet) & writable, writable) << std::hex << address;
        if (row == std::end(kRegisterTable)) {
            EXPECT_EQ(a(octet), 0) << address;
        }
        to_a(octet, 0x00);
        EXPECT_EQ(a(octet) & writable, 0) << std::hex << address;
        to_a(0x00, 0x80), to_a(0x00, 0x00);
    }
}

TEST_F(PhyRegisters, StrapsChangeResetValues) {
    Interrupts interrupts;
    Config config;
    config.sdh = true;
    config.hcs_correction = false;
    config.hcs_good_to_correct = 4;
    const Registers r(interrupts, config);
    EXPECT_EQ(r[0x46], 0x98);
    EXPECT_EQ(r[0x50], 0x14);
    EXPECT_EQ(r[0x59], 0x02);
}

TEST_F(PhyRegisters, TheOtherMakersPartHasAFewMore) {
    Interrupts interrupts;
    Config config;
    config.idt77155 = true;
    Registers idt(interrupts, config), pmc(interrupts, {});
    idt.write(0x24, 0xA5, {}), pmc.write(0x24, 0xA5, {});
    EXPECT_EQ(idt.read(0x24, 0), 0xA5);
    EXPECT_EQ(pmc.read(0x24, 0), 0x00);
    EXPECT_EQ(idt.read(0x70, 0) & 0x0F, 0x03);
    EXPECT_EQ(pmc.read(0x70, 0), 0x00);
    test::LinePair line;
    TransmitControl control;
    control.k1 = 0x12;
    control.k2 = 0x30;
    line.tx.control(control);
    line.run_frames(10);
    EXPECT_EQ(line.rx.k1(), 0x12);
    EXPECT_EQ(line.rx.k2(), 0x30);
    control.line_rdi = true;
    line.tx.control(control);
    line.run_frames(1);
    EXPECT_EQ(line.rx.k2(), 0x36);
}

TEST_F(PhyRegisters, CountsAreTransferredByAWriteAndStartAgain) {
    to_b(0x00, 0);
    corrupt(1, 0x07);
    send(10);
    pass(400);
    EXPECT_EQ(count(0x12, 2), 0u) << "not before the write";
    to_b(0x00, 0);
    EXPECT_EQ(count(0x12, 2), 3u);
    EXPECT_EQ(count(0x1A, 3), 3u);
    EXPECT_EQ(count(0x38, 2), 3u);
    EXPECT_EQ(count(0x56, 3), 10u);
    to_b(0x00, 0);
    EXPECT_EQ(count(0x12, 2), 0u);
    EXPECT_EQ(count(0x56, 3), 0u);
    to_a(0x00, 0);
    EXPECT_EQ(a(0x1D), 3);
    EXPECT_EQ(a(0x3A), 3);
    pass(283.12);
    to_a(0x00, 0);
    EXPECT_NEAR(a(0x64) | a(0x65) << 8, 100, 1) << "cells sent";
}

TEST_F(PhyRegisters, ABlocksOwnCountTransfersThatBlock) {
    to_b(0x00, 0);
    corrupt(1, 0x01);
    pass(400);
    to_b(0x13, 0);
    EXPECT_EQ(count(0x12, 2), 1u);
    EXPECT_EQ(count(0x1A, 3), 0u);
    to_b(0x1C, 0);
    EXPECT_EQ(count(0x1A, 3), 1u);
    to_b(0x39, 0);
    EXPECT_EQ(count(0x38, 2), 1u);
}

TEST_F(PhyRegisters, CountersSaturate) {
    Interrupts interrupts;
    Registers r(interrupts, {});
    CounterTotals t;
    t.b1 = 0x10000, t.b2 = 0x100000, t.hcs_corrected = 255, t.hcs_uncorrected = 256, t.rx_cells = 0x80000,
    t.tx_cells = 0x7FFFE;
    r.write(0x00, 0, t);
    const auto word = [&](std::uint8_t at) { return r.read(at, 0) | r.read(at + 1, 0) << 8 | r.read(at + 2, 0) << 16; };
    EXPECT_EQ(r.read(0x12, 0) | r.read(0x13, 0) << 8, 0xFFFF);
    EXPECT_EQ(word(0x1A), 0xFFFFF);
    EXPECT_EQ(r.read(0x54, 0), 255);
    EXPECT_EQ(r.read(0x55, 0), 255);
    EXPECT_EQ(word(0x56), 0x7FFFF);
    EXPECT_EQ(word(0x64), 0x7FFFE);
}

TEST_F(PhyRegisters, BlockCountsInsteadOfBits) {
    to_b(0x18, 0x80), to_b(0x3D, 0x20), to_b(0x00, 0);
    to_a(0x21, 0x01), to_a(0x40, 0x02);
    pass(1000);
    to_a(0x21, 0x00), to_a(0x40, 0x00);
    pass(500);
    to_b(0x00, 0);
    EXPECT_EQ(count(0x1A, 3), 8u) << "a frame each, not 24 bits";
    EXPECT_EQ(count(0x38, 2), 8u);
}

TEST_F(PhyRegisters, InterruptsLatchShowInTheMasterRegisterAndClearWhenRead) {
    for (const std::uint8_t status : {0x02, 0x11, 0x19, 0x31, 0x51}) b(status);
    to_b(0x10, 0x04);
    bench.to_b.corrupt = [](std::uint8_t) { return std::uint8_t{0}; };
    pass(19);
    EXPECT_FALSE(bench.b.phy.interrupt());
    unsigned raised = 0;
    bench.b.phy.interrupt_raised().connect([&] { ++raised; });
    pass(2);
    EXPECT_TRUE(bench.b.phy.interrupt());
    EXPECT_EQ(raised, 1u);
    EXPECT_EQ(b(0x02), 0x21) << "RSOP, and RDOOL since there is nothing to lock to";
    EXPECT_EQ(b(0x07), 0x08);
    EXPECT_TRUE(bench.b.phy.interrupt()) << "the master register does not clear RSOP's";
    EXPECT_EQ(b(0x11) & 0x3F, 0x2D) << "LOS, and OOF with it";
    EXPECT_FALSE(bench.b.phy.interrupt());
    EXPECT_EQ(b(0x11), 0x05);
    bench.to_b.corrupt = nullptr;
    pass(400);
    EXPECT_TRUE(bench.b.phy.interrupt()) << "it went away: that is a change, too";
    EXPECT_EQ(b(0x11) & 0x24, 0x20);
    EXPECT_FALSE(bench.b.phy.interrupt());
}

TEST_F(PhyRegisters, ADisabledCauseIsLatchedAndInterruptsWhenEnabled) {
    b(0x11);
    corrupt(1, 0x10);
    pass(300);
    EXPECT_FALSE(bench.b.phy.interrupt());
    to_b(0x10, 0x08);
    EXPECT_TRUE(bench.b.phy.interrupt());
    EXPECT_EQ(b(0x11), 0x40);
    EXPECT_FALSE(bench.b.phy.interrupt());
}

TEST_F(PhyRegisters, EachCauseHasItsEnableAndItsBlock) {
    Interrupts interrupts;
    Registers r(interrupts, {});
    for (const CauseRow& row : kCauseTable) {
        interrupts.raise(row.cause);
        EXPECT_FALSE(interrupts.level());
        r.write(row.enable_address, static_cast<std::uint8_t>(1u << row.enable_bit), {});
        EXPECT_TRUE(interrupts.level()) << std::hex << int{row.address} << " bit " << int{row.bit};
        EXPECT_TRUE(r.read(0x02, 0) >> row.summary_bit & 1);
        EXPECT_EQ(r.read(row.address, 0) >> row.bit & 1, row.address == 0x02 ? 0 : 1);
        EXPECT_FALSE(interrupts.level());
        r.write(row.enable_address, 0, {});
    }
}

TEST_F(PhyRegisters, TheClockMonitorShowsClocksThatRan) {
    a(0x04);
    EXPECT_EQ(a(0x04), 0x00);
    pass(1);
    EXPECT_EQ(a(0x04), 0x0F);
}

TEST_F(PhyRegisters, ForcedOutOfFrame) {
    b(0x11);
    to_b(0x10, 0x20);
    EXPECT_EQ(b(0x11), 0x09);
    EXPECT_EQ(b(0x10), 0x00) << "not kept";
    pass(255);
    EXPECT_EQ(b(0x11), 0x08);
    EXPECT_EQ(bench.b.phy.overhead_stats().b2_errors, 0u);
}

TEST_F(PhyRegisters, LinesWithoutScramblersUnderstandEachOtherOnly) {
    to_a(0x14, 0x40);
    pass(1500);
    EXPECT_NE(b(0x50) & 0x80, 0);
    to_b(0x10, 0x40);
    pass(1500);
    EXPECT_EQ(b(0x50) & 0x80, 0);
    EXPECT_EQ(b(0x30), 0x00);
}

}  // namespace
}  // namespace niclab::phy
