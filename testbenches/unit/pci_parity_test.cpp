// PERR# and SERR#: times, durations, drivers, and the bits of the status register.
#include <gtest/gtest.h>

#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;

constexpr std::uint32_t kRespond = 0x40, kSystemError = 0x100;

class PciParity : public test::PciTest {
protected:
    static std::uint32_t status(const ConfigSpace& space) { return space.read(4) >> 16; }
    static std::size_t last_data(const PciBench& bench) {
        std::size_t last = 0;
        for (std::size_t i = 0; i < bench.recorder.samples.size(); ++i)
            if (bench.recorder.samples[i].levels.irdy && bench.recorder.samples[i].levels.trdy) last = i;
        return last;
    }
    static unsigned count(const PciBench& bench, bool Levels::*wire) {
        unsigned n = 0;
        for (const auto& s : bench.recorder.samples) n += s.levels.*wire;
        return n;
    }
};

TEST_F(PciParity, TheTargetComplainsOfWrittenDataTwoClocksLater) {
    PciBench bench;
    bench.a_space.write(4, kRespond | kBusMaster, 0x3);
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 4, 7)};
    bench.a.parity_fault.arm(1 + 4);  // the address, then four data phases
    clocks(40);
    const std::size_t last = last_data(bench);
    const auto& s = bench.recorder.samples;
    EXPECT_EQ(count(bench, &Levels::perr), 1u);
    EXPECT_FALSE(s[last + 1].levels.enabled & kEnPerr);
    EXPECT_TRUE(s[last + 2].levels.perr);
    EXPECT_FALSE(s[last + 3].levels.perr);
    EXPECT_TRUE(s[last + 3].levels.enabled & kEnPerr);  // driven high
    EXPECT_FALSE(s[last + 4].levels.enabled & kEnPerr);
    EXPECT_EQ(bench.memory.stats().parity_errors, 1u);
    EXPECT_EQ(bench.a.stats().parity_errors, 1u);
    EXPECT_EQ(status(bench.a_space) & 0xF900u, 0x0100u);
    EXPECT_FALSE(bench.engine_a.done.at(0).parity_error);  // came too late for the burst
    EXPECT_EQ(count(bench, &Levels::serr), 0u);
    expect_legal(bench.recorder, true);
}

TEST_F(PciParity, ABurstMayWaitForThePerrOfItsLastData) {
    PciBench bench;
    InitiatorConfig config;
    config.hold_for_parity = true;
    bench.a.configure(config);
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 1), burst(bus::Command::MemoryWrite, 0, 1)};
    bench.a.parity_fault.arm(2);
    clocks(60);
    ASSERT_EQ(bench.engine_a.done.size(), 2u);
    EXPECT_TRUE(bench.engine_a.done[0].parity_error);
    EXPECT_FALSE(bench.engine_a.done[1].parity_error);
    // Bit 6 is off: the initiator does not latch what it saw.
    EXPECT_EQ(status(bench.a_space) & 0xF900u, 0u);
}

TEST_F(PciParity, EarlierDataOfAWriteMarkTheBurst) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 2)};
    bench.a.parity_fault.arm(2);
    clocks(40);
    EXPECT_TRUE(bench.engine_a.done.at(0).parity_error);
    expect_legal(bench.recorder, true);
}

TEST_F(PciParity, PerrIsHeldOneClockForEachBadPhase) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 6)};
    bench.a.parity_fault.arm(3, 3);
    clocks(40);
    EXPECT_EQ(count(bench, &Levels::perr), 3u);
    EXPECT_EQ(bench.memory.stats().parity_errors, 3u);
    EXPECT_EQ(bench.a.stats().parity_errors, 3u);
    expect_legal(bench.recorder, true);
}

TEST_F(PciParity, TheInitiatorComplainsOfReadDataIfItsCommandRegisterSaysSo) {
    PciBench bench;
    for (const bool responds : {false, true}) {
        bench.a_space.write(4, (responds ? kRespond : 0u) | kBusMaster | 0xF900'0000u, 0xF);
        bench.recorder.samples.clear();
        bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 4)};
        bench.memory.parity_fault.arm(4);
        clocks(40);
        EXPECT_EQ(count(bench, &Levels::perr), responds ? 1u : 0u);
        EXPECT_EQ(bench.recorder.samples[last_data(bench) + 2].levels.perr, responds);
        EXPECT_TRUE(bench.engine_a.done.back().parity_error);
        EXPECT_EQ(status(bench.a_space) & 0xF900u, responds ? 0x8100u : 0x8000u);
        expect_legal(bench.recorder, true);
    }
    // An agent without a configuration space responds.
    bench.recorder.samples.clear();
    bench.engine_b.script = {burst(bus::Command::MemoryRead, 0, 1)};
    bench.memory.parity_fault.arm(1);
    clocks(40);
    EXPECT_EQ(count(bench, &Levels::perr), 1u);
}

TEST_F(PciParity, ACardComplainsOfDataWrittenToItUnderBitSix) {
    PciBench bench;
    bench.card_space.write(0x14, 0xE000'0000, 0xF);
    for (const bool responds : {false, true}) {
        bench.card_space.write(4, 2u | (responds ? kRespond : 0u) | 0xF900'0000u, 0xF);
        bench.recorder.samples.clear();
        bench.engine_b.script = {burst(bus::Command::MemoryWrite, 0xE000'0000, 1)};
        bench.b.parity_fault.arm(2);
        clocks(40);
        EXPECT_EQ(count(bench, &Levels::perr), responds ? 1u : 0u);
        EXPECT_EQ(status(bench.card_space) & 0xF900u, 0x8000u);
    }
}

TEST_F(PciParity, AnAddressWithWrongParityIsASystemErrorForOneClock) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 2)};
    bench.a.parity_fault.arm(1);
    clocks(40);
    const std::size_t address = bench.recorder.find([](const Levels& l) { return l.frame; });
    const auto& s = bench.recorder.samples;
    EXPECT_EQ(count(bench, &Levels::serr), 1u);
    EXPECT_TRUE(s[address + 2].levels.serr);
    EXPECT_FALSE(s[address + 3].levels.enabled & kEnSerr);  // open drain: let go, not driven high
    EXPECT_EQ(count(bench, &Levels::perr), 0u);
    EXPECT_EQ(bench.memory.stats().system_errors, 1u);
    EXPECT_EQ(bench.card.stats().parity_errors, 1u);  // All agents check every address.
    EXPECT_EQ(status(bench.card_space) & 0xF900u, 0x8000u);
}

TEST_F(PciParity, ACardRaisesSerrOnlyWithBothBits) {
    PciBench bench;
    for (const std::uint32_t bits : {kRespond, kSystemError, kRespond | kSystemError}) {
        bench.card_space.write(4, bits | 0xF900'0000u, 0xF);
        bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 1)};
        bench.a.parity_fault.arm(1);
        clocks(40);
        const bool both = bits == (kRespond | kSystemError);
        EXPECT_EQ(bench.card.stats().system_errors, both ? 1u : 0u);
        EXPECT_EQ(status(bench.card_space) & 0xF900u, both ? 0xC000u : 0x8000u);
    }
}

TEST_F(PciParity, WithoutAFaultNobodyComplains) {
    PciBench bench;
    bench.port.later_wait = 1;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 16, 3), burst(bus::Command::MemoryRead, 0, 16)};
    clocks(160);
    EXPECT_EQ(count(bench, &Levels::perr) + count(bench, &Levels::serr), 0u);
    EXPECT_EQ(bench.engine_a.done.size(), 2u);
    expect_legal(bench.recorder);
}

}  // namespace
}  // namespace niclab::pci
