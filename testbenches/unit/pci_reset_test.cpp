// RST# at any moment: outputs float at once, bursts end with Reset, registers are as after power-on.
#include <gtest/gtest.h>

#include "support/card_identity.h"
#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;
using Parking = ArbiterConfig::Parking;

class PciReset : public test::PciTest {
protected:
    static void half_a_clock() { run(core::from_fs(test::kPciClock / 2)); }
    static void end_reset(PciBench& bench) {
        bench.bus.rst().write(false);
        bench.a_space.write(4, kBusMaster, 0x1);
    }
    static void set_up(PciBench& bench) {
        bench.card_space.write(0x14, 0xE000'0000, 0xF);
        bench.card_space.write(4, 0x2, 0x3);
    }
};

TEST_F(PciReset, AtAnyMomentOutputsFloatAtOnceAndTheBurstEnds) {
    PciBench bench(Parking::First);
    bench.port.first_wait = 2, bench.port.later_wait = 1;
    InitiatorConfig config;
    config.first_irdy_waits = 1;
    config.fast_back_to_back = true;
    bench.b.configure(config);
    half_a_clock();  // RST# moves between two edges
    for (const bus::Command command : {bus::Command::MemoryRead, bus::Command::MemoryWrite, bus::Command::ConfigRead})
        for (unsigned moment = 1; moment < 24; ++moment) {
            const std::uint32_t address = command == bus::Command::ConfigRead ? 1u << 16 : 0x40;
            bench.engine_a.done.clear(), bench.engine_b.done.clear();
            bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 3)};
            bench.engine_b.script = {burst(command, address, command == bus::Command::ConfigRead ? 1 : 4, 40)};
            clocks(moment);
            const bool busy = bench.bus.busy().read();
            bench.bus.rst().write(true);
            run(core::from_fs(1));
            for (const Bus::Half& half : bench.bus.halves()) ASSERT_EQ(half.drive->read(), Levels{});
            ASSERT_EQ(bench.bus.levels().read(), Levels{});
            for (const auto& req : bench.bus.req()) ASSERT_FALSE(req->read());
            clocks(6);
            end_reset(bench);
            const std::size_t rises = bench.recorder.samples.size();
            unsigned ended = 0;
            for (const test::Engine* engine : {&bench.engine_a, &bench.engine_b}) {
                ASSERT_EQ(engine->done.size(), 1u);
                const bus::BurstStatus status = engine->done[0].status;
                ASSERT_TRUE(status == bus::BurstStatus::Reset || status == bus::BurstStatus::Done);
                ended += status == bus::BurstStatus::Reset;
            }
            ASSERT_GE(ended, busy ? 1u : 0u);
            // What follows works, five clocks after RST# at the earliest.
            bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0x80, 2, moment)};
            clocks(60);
            ASSERT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::Done);
            ASSERT_EQ(bench.port.dwords[0x21], moment + 1);
            const std::size_t frame = bench.recorder.find([](const Levels& l) { return l.frame; }, rises);
            ASSERT_GT(frame, rises + 5);
        }
    EXPECT_GT(bench.b.stats().resets, 20u);
    expect_legal(bench.recorder);
}

TEST_F(PciReset, AskedDuringResetIsAnsweredWithReset) {
    PciBench bench;
    clocks(5);
    bench.bus.rst().write(true);
    clocks(5);
    EXPECT_TRUE(bench.a.asleep() && bench.memory.asleep());
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 2), burst(bus::Command::MemoryWrite, 0, 1)};
    clocks(12);
    ASSERT_EQ(bench.engine_a.done.size(), 2u);
    for (const bus::Burst& b : bench.engine_a.done) EXPECT_EQ(b.status, bus::BurstStatus::Reset);
    EXPECT_EQ(bench.engine_a.done[0].data[1], ~0u);
    EXPECT_EQ(bench.a.stats().bursts, 0u);
    bench.bus.rst().write(false);
    clocks(20);
    EXPECT_TRUE(bench.a.asleep() && bench.memory.asleep());
    expect_legal(bench.recorder);
}

TEST_F(PciReset, TheFirstFrameComesFiveClocksAfterReset) {
    PciBench bench(Parking::First);
    clocks(5);
    bench.bus.rst().write(true);
    clocks(3);
    half_a_clock();
    end_reset(bench);
    const std::size_t rises = bench.recorder.samples.size();
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 1)};
    clocks(20);
    // It goes out with the sixth edge after RST# rose, five whole clocks later, and the seventh
    // samples it.
    EXPECT_EQ(bench.recorder.find([](const Levels& l) { return l.frame; }, rises), rises + 6);
}

TEST_F(PciReset, ConfigurationSpaceIsAsAfterPowerOn) {
    PciBench bench;
    set_up(bench);
    ConfigSpace fresh(test::card_identity());
    bench.card_space.write(0x0C, 0xFF00, 0xF);
    bench.card_space.write(0x3C, 0x0A, 0x1);
    bench.card_space.set_status(0xF900);
    bench.card.configure({Devsel::Slow, 16});
    fresh.set_devsel(Devsel::Slow);
    clocks(3);
    bench.bus.rst().write(true);
    clocks(1);
    for (unsigned offset = 0; offset < 256; offset += 4)
        EXPECT_EQ(bench.card_space.read(static_cast<std::uint8_t>(offset)),
                  fresh.read(static_cast<std::uint8_t>(offset)));
    bench.bus.rst().write(false);
    bench.engine_b.script = {burst(bus::Command::MemoryWrite, 0xE000'0000, 1)};
    clocks(40);
    EXPECT_EQ(bench.engine_b.done.at(0).status, bus::BurstStatus::MasterAbort);
}

}  // namespace
}  // namespace niclab::pci
