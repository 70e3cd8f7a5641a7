// The target's side: decode speeds, limits, retry, disconnects, aborts, and commands that no target
// claims.
#include <gtest/gtest.h>

#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;

class PciTarget : public test::PciTest {
protected:
    static std::size_t address(const PciBench& bench, std::size_t from = 0) {
        return bench.recorder.find([](const Levels& l) { return l.frame; }, from);
    }
    static std::size_t stop(const PciBench& bench, std::size_t from = 0) {
        return bench.recorder.find([](const Levels& l) { return l.stop; }, from);
    }
    static std::uint32_t status(const ConfigSpace& space) { return space.read(4) >> 16; }
};

TEST_F(PciTarget, DecodesFastMediumOrSlow) {
    PciBench bench;
    const struct {
        Devsel devsel;
        unsigned devsel_clocks, write_clocks, read_clocks;
    } speeds[] = {{Devsel::Fast, 1, 1, 2}, {Devsel::Medium, 2, 2, 2}, {Devsel::Slow, 3, 3, 3}};
    for (const auto& speed : speeds) {
        bench.memory.configure({speed.devsel, 16});
        for (const bus::Command command : {bus::Command::MemoryWrite, bus::Command::MemoryRead}) {
            bench.recorder.samples.clear();
            bench.engine_a.script = {burst(command, 0x20, 3, 77)};
            clocks(40);
            const std::size_t at = address(bench);
            EXPECT_EQ(bench.recorder.find([](const Levels& l) { return l.devsel; }), at + speed.devsel_clocks);
            EXPECT_EQ(bench.recorder.find([](const Levels& l) { return l.trdy; }),
                      at + (bus::is_write(command) ? speed.write_clocks : speed.read_clocks));
            EXPECT_EQ(bench.engine_a.done.back().data[2], 79u);
            expect_legal(bench.recorder);
        }
    }
}

TEST_F(PciTarget, ACardsStatusRegisterNamesItsSpeed) {
    PciBench bench;
    EXPECT_EQ(status(bench.card_space) >> 9 & 3u, 1u);
    for (const Devsel devsel : {Devsel::Fast, Devsel::Slow}) {
        bench.card.configure({devsel, 16});
        EXPECT_EQ(status(bench.card_space) >> 9 & 3u, static_cast<unsigned>(devsel));
        bench.recorder.samples.clear();
        bench.engine_b.script = {burst(bus::Command::ConfigRead, 1u << 16, 1)};
        clocks(30);
        EXPECT_EQ(bench.recorder.find([](const Levels& l) { return l.devsel; }),
                  address(bench) + 1 + static_cast<unsigned>(devsel));
        EXPECT_EQ(bench.engine_b.done.back().data[0], 0x0001111Du);
        expect_legal(bench.recorder);
    }
}

/// Waits that a first access asks for once; the repetition is served at once.
unsigned retries_with(PciBench& bench, unsigned wait) {
    bool first = true;
    bench.port.on_begin = [&](const bus::TargetPort::Access&) {
        return bus::TargetPort::Answer{false, false, std::exchange(first, false) ? wait : 0};
    };
    bench.recorder.samples.clear();
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 2)};
    sc_core::sc_start(core::from_fs(test::kPciClock * 90));
    EXPECT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::Done);
    return bench.engine_a.done.back().times.retries;
}

TEST_F(PciTarget, FirstDataComeInSixteenClocksOrNotAtAll) {
    PciBench bench;
    EXPECT_EQ(retries_with(bench, 14), 0u);
    EXPECT_EQ(bench.recorder.find([](const Levels& l) { return l.trdy; }), address(bench) + 16);
    expect_legal(bench.recorder);
    EXPECT_EQ(retries_with(bench, 15), 1u);
    EXPECT_EQ(stop(bench), address(bench) + 16);
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, AHostBridgeMayTakeLonger) {
    PciBench bench;
    bench.memory.configure({Devsel::Medium, 32});
    EXPECT_EQ(retries_with(bench, 30), 0u);
    expect_legal(bench.recorder, false, 32);
    EXPECT_EQ(retries_with(bench, 31), 1u);
    expect_legal(bench.recorder, false, 32);
}

TEST_F(PciTarget, LaterDataComeInEightClocksOrTheTargetDisconnects) {
    PciBench bench;
    for (const unsigned wait : {7u, 8u}) {
        bench.port.later_wait = wait;
        bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 3)};
        clocks(100);
        EXPECT_EQ(bench.engine_a.done.back().times.disconnects, wait == 7 ? 0u : 2u);
        expect_legal(bench.recorder);
    }
}

TEST_F(PciTarget, DisconnectsWithAndWithoutData) {
    PciBench bench;
    for (const bool with_data : {true, false}) {
        for (unsigned after = 1; after <= 5; ++after) {
            bench.port.answer.after = after;
            bench.port.answer.with_data = with_data;
            bench.recorder.samples.clear();
            bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 5, after * 10),
                                     burst(bus::Command::MemoryRead, 0, 5)};
            clocks(220);
            const bus::Burst& b = bench.engine_a.done.back();
            for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(b.data[i], after * 10 + i);
            EXPECT_EQ(b.times.disconnects, (5 - 1) / after);
            EXPECT_EQ(b.times.retries, 0u);
            if (after < 5) {
                EXPECT_EQ(bench.recorder.samples[stop(bench)].levels.trdy, with_data);
            }
            expect_legal(bench.recorder);
        }
    }
}

TEST_F(PciTarget, AbortsAtOnceOrAfterSomeData) {
    PciBench bench;
    bench.card_space.write(0x14, 0xE000'0000, 0xF);
    bench.card_space.write(4, 2, 0x1);
    bench.registers.answer.abort = true;
    for (const unsigned after : {0u, 2u}) {
        for (const bus::Command command : {bus::Command::MemoryWrite, bus::Command::MemoryRead}) {
            bench.registers.answer.after = after;
            bench.recorder.samples.clear();
            bench.engine_a.script = {burst(command, 0xE000'0000, 4, 1), burst(bus::Command::MemoryWrite, 0, 1)};
            clocks(60);
            const bus::Burst& b = bench.engine_a.done[bench.engine_a.done.size() - 2];
            EXPECT_EQ(b.status, bus::BurstStatus::TargetAbort);
            if (command == bus::Command::MemoryRead) {
                EXPECT_EQ(b.data[3], ~0u);
                EXPECT_EQ(b.data[1] == ~0u, after == 0);
            }
            EXPECT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::Done);
            const Levels& l = bench.recorder.samples[stop(bench)].levels;
            EXPECT_FALSE(l.devsel || l.trdy);
            EXPECT_EQ(status(bench.card_space) & 0xF900u, 0x0800u);
            EXPECT_EQ(status(bench.a_space) & 0xF900u, 0x1000u);
            bench.card_space.write(4, 0xF900'0000u, 0xC);
            bench.a_space.write(4, 0xF900'0000u, 0xC);
            expect_legal(bench.recorder);
        }
    }
    EXPECT_EQ(bench.card.stats().aborts, 4u);
}

TEST_F(PciTarget, AnIoAddressThatDisagreesWithItsByteEnablesIsAborted) {
    PciBench bench;
    bench.card_space.write(0x10, 0xD000, 0xF);
    bench.card_space.write(4, 1, 0x1);
    for (const Devsel devsel : {Devsel::Fast, Devsel::Medium, Devsel::Slow}) {
        bench.card.configure({devsel, 16});
        for (std::uint32_t low = 0; low < 4; ++low)
            for (std::uint8_t enables = 0; enables < 16; ++enables) {
                bench.engine_b.script = {burst(bus::Command::IoWrite, 0xD010 + low, 1, 0x5A)};
                bench.engine_b.script[0].first_enables = enables;
                clocks(24);
                const bool agree = enables == 0 || static_cast<std::uint32_t>(__builtin_ctz(enables)) == low;
                EXPECT_EQ(bench.engine_b.done.back().status,
                          agree ? bus::BurstStatus::Done : bus::BurstStatus::TargetAbort)
                    << low << ' ' << unsigned{enables};
            }
    }
    EXPECT_EQ(bench.registers.dwords[4], 0x5Au);
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, AMemoryAddressThatIsNotLinearGetsOneDataPhase) {
    PciBench bench;
    for (std::uint32_t low = 0; low < 4; ++low) {
        bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0x40 + low, 3, 20 * low)};
        clocks(80);
        EXPECT_EQ(bench.engine_a.done.back().times.disconnects, low == 0 ? 0u : 2u);
        EXPECT_EQ(bench.port.dwords[0x12], 20 * low + 2);
    }
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, ABurstIsCutOffAtTheEndOfTheWindow) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 4096 - 8, 4, 5)};
    clocks(60);
    EXPECT_EQ(bench.engine_a.done.at(0).times.disconnects, 1u);
    EXPECT_EQ(bench.engine_a.done[0].status, bus::BurstStatus::MasterAbort);
    EXPECT_EQ(bench.port.dwords[1023], 6u);
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, DualAddressAndAcknowledgeAreClaimedByNobody) {
    PciBench bench;
    bus::Burst dual = burst(bus::Command::MemoryRead, 0x40, 2);
    dual.address_high = 1;
    bench.engine_a.script = {dual, burst(bus::Command::InterruptAcknowledge, 0, 1)};
    clocks(60);
    ASSERT_EQ(bench.engine_a.done.size(), 2u);
    for (const bus::Burst& b : bench.engine_a.done) EXPECT_EQ(b.status, bus::BurstStatus::MasterAbort);
    EXPECT_EQ(bench.engine_a.done[0].data[1], ~0u);
    // Both halves of the address, then IRDY# alone in clock 7: DEVSEL# may come as late as clock 6.
    const auto& s = bench.recorder.samples;
    const std::size_t at = address(bench);
    EXPECT_EQ(s[at].levels.cbe, 0xD);
    EXPECT_EQ(s[at].levels.ad, 0x40u);
    EXPECT_EQ(s[at + 1].levels.cbe, 0x6);
    EXPECT_EQ(s[at + 1].levels.ad, 1u);
    EXPECT_TRUE(s[at + 5].levels.frame);
    EXPECT_TRUE(s[at + 6].levels.irdy && !s[at + 6].levels.frame);
    EXPECT_FALSE(s[at + 7].levels.irdy);
    EXPECT_TRUE(status(bench.a_space) & 0x2000u);
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, ASpecialCycleEndsWithoutAnswerAndIsNoError) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::SpecialCycle, 0, 1)};
    clocks(30);
    EXPECT_EQ(bench.engine_a.done.at(0).status, bus::BurstStatus::Done);
    EXPECT_EQ(status(bench.a_space) & 0xF900u, 0u);
    expect_legal(bench.recorder);
}

TEST_F(PciTarget, ReservedCommandsAreClaimedByNobody) {
    PciBench bench;
    for (const unsigned code : {0x4u, 0x5u, 0x8u, 0x9u}) {
        bench.engine_a.script = {burst(static_cast<bus::Command>(code), 0, 1)};
        clocks(30);
        EXPECT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::MasterAbort);
    }
    EXPECT_EQ(bench.memory.stats().transactions + bench.card.stats().transactions, 0u);
}

}  // namespace
}  // namespace niclab::pci
