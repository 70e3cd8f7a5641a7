// Transactions on the wires: timing pins, terminations, arbitration, parity, configuration.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;

class PciBus : public test::PciTest {};

TEST_F(PciBus, UnparkedWriteMovesItsFirstDataFourClocksAfterReq) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0x40, 4, 0x1000)};
    clocks(40);
    ASSERT_EQ(bench.engine_a.done.size(), 1u);
    const bus::Burst& b = bench.engine_a.done[0];
    EXPECT_EQ(b.status, bus::BurstStatus::Done);
    EXPECT_EQ(between(b.times.req, b.times.gnt), 1u);
    EXPECT_EQ(between(b.times.req, b.times.frame), 2u);
    EXPECT_EQ(between(b.times.req, b.times.first_data), 4u);
    EXPECT_EQ(between(b.times.first_data, b.times.last_data), 3u);
    EXPECT_EQ(bench.port.dwords[0x13], 0x1003u);
    expect_legal(bench.recorder);
    // The recorded times are those of the wires.
    const auto& s = bench.recorder.samples;
    const auto req = std::find_if(s.begin(), s.end(), [](const auto& x) { return x.req != 0; }) - s.begin();
    EXPECT_EQ(static_cast<core::Femtoseconds>(req + 1) * test::kPciClock, b.times.req);
}

TEST_F(PciBus, ParkingOnTheBridgeCostsTheCardOneClockMore) {
    PciBench bench(ArbiterConfig::Parking::First);  // agent a is parked
    clocks(10);
    EXPECT_TRUE(bench.a.asleep());
    bench.engine_b.script = {burst(bus::Command::MemoryWrite, 0, 1)};
    clocks(40);
    const bus::Burst& b = bench.engine_b.done.at(0);
    EXPECT_EQ(between(b.times.req, b.times.first_data), 5u);
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 1)};
    clocks(40);
    EXPECT_EQ(between(bench.engine_a.done.at(0).times.req, bench.engine_a.done[0].times.first_data), 3u);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, BurstsTakeOneClockADwordAndTheWaitsTheTargetAsksFor) {
    PciBench bench;
    bench.port.first_wait = 6;
    for (unsigned n = 1; n <= bus::kMaxBurstDwords; ++n) {
        bench.engine_a.script.push_back(burst(bus::Command::MemoryWrite, 0, n, n * 100));
        bench.engine_a.script.push_back(burst(bus::Command::MemoryRead, 0, n));
    }
    clocks(1200);
    ASSERT_EQ(bench.engine_a.done.size(), 32u);
    for (const bus::Burst& b : bench.engine_a.done) {
        EXPECT_EQ(between(b.times.req, b.times.first_data), 10u);
        EXPECT_EQ(between(b.times.first_data, b.times.last_data), b.dwords - 1u);
        for (unsigned i = 0; i < b.dwords; ++i) EXPECT_EQ(b.data[i], b.dwords * 100u + i);
    }
    expect_legal(bench.recorder);
}

TEST_F(PciBus, LaterWaitStatesStretchTheBurst) {
    PciBench bench;
    bench.port.later_wait = 2;
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 5)};
    clocks(60);
    const bus::Burst& b = bench.engine_a.done.at(0);
    EXPECT_EQ(between(b.times.first_data, b.times.last_data), 4u * 3);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, ARetryIsRepeatedWithReqOffForTwoClocks) {
    PciBench bench;
    bench.port.retries = 2;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0x20, 3, 7)};
    clocks(80);
    const bus::Burst& b = bench.engine_a.done.at(0);
    EXPECT_EQ(b.times.retries, 2u);
    EXPECT_EQ(bench.port.dwords[0x8 + 2], 9u);
    expect_legal(bench.recorder);
    const auto& s = bench.recorder.samples;
    for (std::size_t i = 1; i + 1 < s.size(); ++i) {
        if (s[i].levels.stop && !s[i].levels.frame && s[i].levels.irdy) {
            EXPECT_EQ(s[i].req | s[i + 1].req, 0u);
        }
    }
}

TEST_F(PciBus, ATargetWithoutBurstsIsServedDwordByDword) {
    PciBench bench;
    bench.port.burst = false;
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 4, 50), burst(bus::Command::MemoryRead, 0, 4)};
    clocks(200);
    ASSERT_EQ(bench.engine_a.done.size(), 2u);
    EXPECT_EQ(bench.engine_a.done[0].times.disconnects, 3u);
    EXPECT_EQ(bench.engine_a.done[1].data[3], 53u);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, NobodyAnswersMasterAbortReadsOnes) {
    PciBench bench;
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0x10000, 4), burst(bus::Command::MemoryWrite, 0x10000, 1)};
    clocks(80);
    ASSERT_EQ(bench.engine_a.done.size(), 2u);
    EXPECT_EQ(bench.engine_a.done[0].status, bus::BurstStatus::MasterAbort);
    EXPECT_EQ(bench.engine_a.done[0].data[3], ~0u);
    EXPECT_EQ(bench.engine_a.done[1].status, bus::BurstStatus::MasterAbort);
    EXPECT_TRUE(bench.a_space.read(4) & 0x2000'0000u);
    bench.a_space.write(4, 0x2000'0000u, 0xF);
    EXPECT_FALSE(bench.a_space.read(4) & 0x2000'0000u);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, TwoMastersShareAndNobodyStarves) {
    PciBench bench;
    for (unsigned i = 0; i < 20; ++i) {
        bench.engine_a.script.push_back(burst(bus::Command::MemoryWrite, 0, 4, i));
        bench.engine_b.script.push_back(burst(bus::Command::MemoryRead, 0x100, 4));
    }
    clocks(700);
    EXPECT_EQ(bench.engine_a.done.size(), 20u);
    EXPECT_EQ(bench.engine_b.done.size(), 20u);
    for (const auto* engine : {&bench.engine_a, &bench.engine_b})
        for (const bus::Burst& b : engine->done) EXPECT_LE(between(b.times.req, b.times.first_data), 4u + 12u);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, TheLatencyTimerEndsABurstOnlyWhenTheGrantIsGone) {
    PciBench bench;
    bench.port.later_wait = 3;
    bench.a_space.write(0x0C, 0x2000, 0xF);
    EXPECT_EQ(bench.a_space.latency_timer(), 32u);
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 16), burst(bus::Command::MemoryWrite, 0, 16)};
    clocks(160);
    EXPECT_EQ(bench.engine_a.done.at(0).times.disconnects, 0u);
    for (int i = 0; i < 8; ++i) bench.engine_a.script.push_back(burst(bus::Command::MemoryWrite, 0, 16));
    for (int i = 0; i < 40; ++i) bench.engine_b.script.push_back(burst(bus::Command::MemoryWrite, 0, 2));
    clocks(1500);
    EXPECT_GT(bench.engine_a.done.back().times.disconnects, 0u);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, TheHostEnumeratesTheCard) {
    PciBench bench;
    const std::uint32_t card = 1u << (11 + 5);
    bench.engine_b.script = {burst(bus::Command::ConfigRead, card, 1),
                             burst(bus::Command::ConfigRead, 1u << 20, 1),
                             burst(bus::Command::ConfigWrite, card | 0x14, 1, ~0u),
                             burst(bus::Command::ConfigRead, card | 0x14, 1),
                             burst(bus::Command::ConfigWrite, card | 0x14, 1, 0xE000'0000),
                             burst(bus::Command::ConfigWrite, card | 0x04, 1, 0x6),
                             burst(bus::Command::MemoryWrite, 0xE000'0010, 1, 0xABCD)};
    clocks(200);
    ASSERT_EQ(bench.engine_b.done.size(), 7u);
    EXPECT_EQ(bench.engine_b.done[0].data[0], 0x0001111Du);
    EXPECT_EQ(bench.engine_b.done[1].status, bus::BurstStatus::MasterAbort);
    EXPECT_EQ(bench.engine_b.done[3].data[0], 0xFFFFF000u);
    EXPECT_EQ(bench.engine_b.done[6].status, bus::BurstStatus::Done);
    expect_legal(bench.recorder);
}

TEST_F(PciBus, AnIdleBusLetsTheClockSleep) {
    core::Clock clock{"clock", {}};
    Bus bus{"bus", clock, {}};
    bus::DmaChannel channel{"dma"};
    Initiator initiator{"initiator", clock, channel, nullptr};
    test::MemoryPort port;
    Target target{"target", clock, 4096, port};
    bus.attach(initiator.pins, "host");
    bus.attach(target.pins, "host");
    clocks(1000);
    EXPECT_LT(clock.activity().calls, 12u);
}

}  // namespace
}  // namespace niclab::pci
