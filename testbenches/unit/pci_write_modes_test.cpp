// Memory write and invalidate, the memory read commands, fast back-to-back.
#include <gtest/gtest.h>

#include "support/card_identity.h"
#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;
using Parking = ArbiterConfig::Parking;

class PciWriteModes : public test::PciTest {
protected:
    static Identity able() {
        Identity id = test::card_identity();
        id.invalidates = id.back_to_back = true;
        return id;
    }
    static std::vector<unsigned> commands(const PciBench& bench) {
        std::vector<unsigned> list;
        const auto& s = bench.recorder.samples;
        for (std::size_t i = 1; i < s.size(); ++i)
            if (s[i].levels.frame && !s[i - 1].levels.frame) list.push_back(s[i].levels.cbe);
        return list;
    }
    static unsigned without_idle_clock(const PciBench& bench) {
        unsigned n = 0;
        const auto& s = bench.recorder.samples;
        for (std::size_t i = 1; i < s.size(); ++i)
            n += s[i].levels.frame && !s[i - 1].levels.frame && s[i - 1].levels.irdy;
        return n;
    }
};

TEST_F(PciWriteModes, MemoryWriteAndInvalidateNeedsBitFourALineSizeAndWholeLines) {
    PciBench bench(Parking::None, able());
    const auto first_command = [&](const bus::Burst& b, std::uint32_t command_bits, unsigned line) {
        bench.a_space.write(4, command_bits | kBusMaster, 0x3);
        bench.a_space.write(0x0C, line, 0x1);
        bench.recorder.samples.clear();
        bench.engine_a.script = {b};
        clocks(60);
        return commands(bench).at(0);
    };
    const bus::Burst whole = burst(bus::Command::MemoryWriteAndInvalidate, 0x40, 8, 1);
    bus::Burst partial = whole;
    partial.last_enables = 0x7;
    EXPECT_EQ(first_command(whole, 0x10, 8), 0xFu);
    EXPECT_EQ(first_command(whole, 0x10, 4), 0xFu);
    EXPECT_EQ(first_command(whole, 0x00, 8), 0x7u);
    EXPECT_EQ(first_command(whole, 0x10, 0), 0x7u);
    EXPECT_EQ(first_command(whole, 0x10, 16), 0x7u);
    EXPECT_EQ(first_command(partial, 0x10, 8), 0x7u);
    EXPECT_EQ(first_command(burst(bus::Command::MemoryWriteAndInvalidate, 0x44, 8), 0x10, 8), 0x7u);
    EXPECT_EQ(first_command(burst(bus::Command::MemoryWriteAndInvalidate, 0x40, 12), 0x10, 8), 0x7u);
    // A NICStAR has neither the bit nor the register.
    ConfigSpace nicstar(test::card_identity());
    nicstar.write(4, 0x210, 0x3), nicstar.write(0x0C, 8, 0x1);
    EXPECT_FALSE(nicstar.invalidates() || nicstar.back_to_back());
    EXPECT_EQ(nicstar.cache_line_dwords(), 0u);
}

TEST_F(PciWriteModes, TheRestOfALineIsWrittenWithoutInvalidating) {
    PciBench bench(Parking::None, able());
    bench.a_space.write(4, 0x10 | kBusMaster, 0x3);
    bench.a_space.write(0x0C, 4, 0x1);
    for (const unsigned after : {4u, 6u}) {
        unsigned begins = 0;
        bench.port.on_begin = [&](const bus::TargetPort::Access&) {
            return bus::TargetPort::Answer{false, false, 0, begins++ == 0 ? after : 0};
        };
        bench.recorder.samples.clear();
        bench.engine_a.script = {burst(bus::Command::MemoryWriteAndInvalidate, 0, 12, after)};
        clocks(80);
        EXPECT_EQ(commands(bench), (std::vector<unsigned>{0xF, after == 4 ? 0xFu : 0x7u}));
        EXPECT_EQ(bench.port.dwords[11], after + 11);
    }
    expect_legal(bench.recorder);
}

TEST_F(PciWriteModes, TheLatencyTimerEndsAnInvalidatingBurstBetweenLinesOnly) {
    PciBench bench(Parking::None, able());
    bench.a_space.write(4, 0x10 | kBusMaster, 0x3);
    bench.a_space.write(0x0C, 4, 0x3);  // timer 0
    bench.engine_a.script = {burst(bus::Command::MemoryWriteAndInvalidate, 0, 16, 5)};
    clocks(8);
    bench.engine_b.script = {burst(bus::Command::MemoryRead, 0x400, 1)};
    clocks(80);
    EXPECT_EQ(bench.port.dwords[15], 20u);
    EXPECT_GT(bench.engine_a.done.at(0).times.disconnects, 0u);
    for (const unsigned command : commands(bench)) EXPECT_TRUE(command == 0xF || command == 0x6);
    expect_legal(bench.recorder);
}

TEST_F(PciWriteModes, ReadLineAndReadMultipleGoOutAsAsked) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 8, 4), burst(bus::Command::MemoryReadLine, 0, 8),
                             burst(bus::Command::MemoryReadMultiple, 0, 8)};
    clocks(80);
    EXPECT_EQ(commands(bench), (std::vector<unsigned>{0x7, 0xE, 0xC}));
    EXPECT_EQ(bench.engine_a.done.at(1).data[7], 11u);
    EXPECT_EQ(bench.engine_a.done.at(2).data[7], 11u);
    expect_legal(bench.recorder);
}

/// A write to 0, then `second`; how many transactions began without an idle clock.
unsigned follows(PciBench& bench, const bus::Burst& second) {
    bench.recorder.samples.clear();
    bench.engine_b.pipelined = true;
    const std::uint64_t before = bench.b.stats().back_to_backs;
    bench.engine_b.script = {burst(bus::Command::MemoryWrite, 0, 3, 60), second};
    sc_core::sc_start(core::from_fs(test::kPciClock * 60));
    EXPECT_TRUE(bench.engine_b.script.empty());
    EXPECT_EQ(bench.engine_b.done.back().times.disconnects, 0u);
    return static_cast<unsigned>(bench.b.stats().back_to_backs - before);
}

TEST_F(PciWriteModes, FastBackToBackFollowsAWriteToTheSameTarget) {
    PciBench bench;
    InitiatorConfig config;
    EXPECT_EQ(follows(bench, burst(bus::Command::MemoryWrite, 0x10, 2)), 0u);
    config.fast_back_to_back = true;
    bench.b.configure(config);
    for (const Devsel devsel : {Devsel::Fast, Devsel::Medium, Devsel::Slow}) {
        bench.memory.configure({devsel, 16});
        EXPECT_EQ(follows(bench, burst(bus::Command::MemoryWrite, 0x10, 2, 9)), 1u);
        EXPECT_EQ(without_idle_clock(bench), 1u);
        EXPECT_EQ(bench.port.dwords[5], 10u);
        expect_legal(bench.recorder);
        EXPECT_EQ(follows(bench, burst(bus::Command::MemoryRead, 0x0, 3)), 1u);
        EXPECT_EQ(bench.engine_b.done.back().data[2], 62u);
        expect_legal(bench.recorder);
    }
    EXPECT_EQ(follows(bench, burst(bus::Command::MemoryWrite, 0x1000, 1)), 0u);  // another target, for all it knows
    EXPECT_EQ(follows(bench, burst(bus::Command::ConfigRead, 1u << 16, 1)), 0u);
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0x20, 16)};  // the grant goes to another agent
    EXPECT_EQ(follows(bench, burst(bus::Command::MemoryWrite, 0x10, 2)), 0u);
    expect_legal(bench.recorder);
}

TEST_F(PciWriteModes, ACardFollowsBackToBackUnderCommandBitNine) {
    PciBench bench(Parking::None, able());
    InitiatorConfig config;
    config.fast_back_to_back = true;
    bench.a.configure(config);
    bench.engine_a.pipelined = true;
    for (const bool enabled : {false, true}) {
        bench.a_space.write(4, (enabled ? 0x200 : 0) | kBusMaster, 0x3);
        bench.recorder.samples.clear();
        for (unsigned i = 0; i < 6; ++i)
            bench.engine_a.script.push_back(burst(bus::Command::MemoryWrite, 16 * i, 1, i));
        clocks(60);
        EXPECT_EQ(without_idle_clock(bench), enabled ? 5u : 0u);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(bench.port.dwords[4 * i], i);
        expect_legal(bench.recorder);
    }
    ASSERT_EQ(bench.engine_a.done.size(), 12u);
    // A write that is disconnected leaves the bus idle before the next.
    bench.port.answer.after = 2;
    bench.recorder.samples.clear();
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 3, 70), burst(bus::Command::MemoryWrite, 32, 3, 80)};
    clocks(80);
    EXPECT_EQ(bench.port.dwords[2], 72u);
    EXPECT_EQ(bench.port.dwords[10], 82u);
    expect_legal(bench.recorder);
}

TEST_F(PciWriteModes, WrongParityOfABackToBackWriteDoesNotMarkTheNextBurst) {
    PciBench bench;
    InitiatorConfig config;
    config.fast_back_to_back = true;
    bench.b.configure(config);
    bench.b.parity_fault.arm(1 + 3);  // last data of the first burst
    EXPECT_EQ(follows(bench, burst(bus::Command::MemoryRead, 0, 3)), 1u);
    EXPECT_EQ(bench.b.stats().parity_errors, 1u);
    for (const bus::Burst& b : bench.engine_b.done) EXPECT_FALSE(b.parity_error);
    expect_legal(bench.recorder, true);
}

}  // namespace
}  // namespace niclab::pci
