// The initiator's side: IRDY# wait states, every termination at every moment, latency timer.
#include <gtest/gtest.h>

#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;
using Parking = ArbiterConfig::Parking;

class PciInitiator : public test::PciTest {};

TEST_F(PciInitiator, IrdyWaitsAsConfigured) {
    PciBench bench;
    for (unsigned waits = 0; waits <= 7; ++waits) {
        InitiatorConfig config;
        config.first_irdy_waits = waits;
        config.later_irdy_waits = 7 - waits;
        bench.a.configure(config);
        for (const bus::Command command : {bus::Command::MemoryWrite, bus::Command::MemoryRead}) {
            for (const unsigned dwords : {1u, 5u}) {
                bench.engine_a.script = {burst(command, 0x80, dwords, 900 + waits)};
                clocks(70);
                const bus::Burst& b = bench.engine_a.done.back();
                EXPECT_EQ(b.data[dwords - 1], 900 + waits + dwords - 1);
                EXPECT_EQ(between(b.times.frame, b.times.first_data), std::max(2u, 1 + waits));
                EXPECT_EQ(between(b.times.first_data, b.times.last_data), (dwords - 1) * (8 - waits));
                EXPECT_EQ(b.times.retries, 0u);
                EXPECT_EQ(b.times.disconnects, 0u);
            }
        }
    }
    expect_legal(bench.recorder);
    InitiatorConfig config;
    config.later_irdy_waits = 8;
    EXPECT_THROW(bench.a.configure(config), std::invalid_argument);
}

TEST_F(PciInitiator, EveryTerminationMeetsEveryWait) {
    PciBench bench;
    struct Ending {
        bus::TargetPort::Answer answer;
        bus::BurstStatus status;
    };
    std::vector<Ending> endings{{{true, false}, bus::BurstStatus::Done}};
    for (unsigned after = 0; after <= 4; ++after) {
        endings.push_back({{false, true, 0, after}, bus::BurstStatus::TargetAbort});
        endings.push_back({{false, false, 0, after, true}, bus::BurstStatus::Done});
        endings.push_back({{false, false, 0, after, false}, bus::BurstStatus::Done});
    }
    std::uint32_t value = 0;
    for (const Ending& ending : endings)
        for (unsigned target_wait = 0; target_wait <= 6; target_wait += 2)
            for (unsigned irdy_wait = 0; irdy_wait <= 7; ++irdy_wait)
                for (const bool write : {true, false}) {
                    InitiatorConfig config;
                    config.first_irdy_waits = irdy_wait;
                    config.later_irdy_waits = 7 - irdy_wait;
                    bench.a.configure(config);
                    unsigned begins = 0;
                    bench.port.later_wait = target_wait;
                    bench.port.on_begin = [&](const bus::TargetPort::Access&) {
                        bus::TargetPort::Answer a = begins++ == 0 ? ending.answer : bus::TargetPort::Answer{};
                        a.wait_clocks = target_wait;
                        return a;
                    };
                    value += 16;
                    for (unsigned i = 0; i < 5; ++i) bench.port.dwords[i] = write ? 0 : value + i;
                    bench.engine_a.script = {
                        burst(write ? bus::Command::MemoryWrite : bus::Command::MemoryRead, 0, 4, write ? value : 0)};
                    clocks(110);
                    const bus::Burst& b = bench.engine_a.done.back();
                    const bool aborts = ending.answer.abort && ending.answer.after < 4;
                    ASSERT_EQ(b.status, aborts ? bus::BurstStatus::TargetAbort : bus::BurstStatus::Done);
                    for (unsigned i = 0; i < (aborts ? ending.answer.after : 4); ++i)
                        ASSERT_EQ(write ? bench.port.dwords[i] : b.data[i], value + i);
                    ASSERT_EQ(b.times.retries, ending.answer.retry ? 1u : 0u);
                    ASSERT_EQ(begins, b.times.retries + b.times.disconnects + 1);
                }
    expect_legal(bench.recorder);
}

TEST_F(PciInitiator, TheLastDataOfADisconnectWaitForIrdy) {
    PciBench bench;
    bench.port.answer.after = 1;
    for (unsigned waits = 0; waits <= 7; ++waits) {
        InitiatorConfig config;
        config.first_irdy_waits = waits;
        bench.a.configure(config);
        bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 2)};
        clocks(60);
        const bus::Burst& b = bench.engine_a.done.back();
        EXPECT_EQ(between(b.times.frame, b.times.first_data), std::max(2u, 1 + waits));
        EXPECT_EQ(b.times.disconnects, 1u);
    }
    expect_legal(bench.recorder);
}

TEST_F(PciInitiator, ARetryInTheMiddleOfABurstRepeatsTheRestOnly) {
    PciBench bench;
    unsigned begins = 0;
    std::vector<std::uint32_t> addresses;
    bench.port.on_begin = [&](const bus::TargetPort::Access& access) {
        addresses.push_back(access.address);
        ++begins;
        return bus::TargetPort::Answer{begins == 2 || begins == 3, false, 0, begins == 1 ? 3u : 0u};
    };
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0x100, 4, 50)};
    clocks(80);
    const bus::Burst& b = bench.engine_a.done.at(0);
    EXPECT_EQ(b.times.disconnects, 1u);
    EXPECT_EQ(b.times.retries, 2u);
    EXPECT_EQ(addresses, (std::vector<std::uint32_t>{0x100, 0x10C, 0x10C, 0x10C}));
    EXPECT_EQ(bench.port.dwords[0x43], 53u);
    expect_legal(bench.recorder);
}

TEST_F(PciInitiator, AMasterAbortComesInTheSixthClockWhateverIrdyDoes) {
    PciBench bench;
    for (unsigned waits = 0; waits <= 7; ++waits)
        for (const unsigned dwords : {1u, 4u}) {
            InitiatorConfig config;
            config.first_irdy_waits = waits;
            bench.a.configure(config);
            bench.engine_a.script = {burst(bus::Command::MemoryRead, 0x10000, dwords)};
            clocks(40);
            EXPECT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::MasterAbort);
        }
    expect_legal(bench.recorder);
}

/// Latency timer 0 or 32, the other agent's request at any moment, waits on both sides.
TEST_F(PciInitiator, TheLatencyTimerGivesTheBusUpInWhateverPhaseItExpires) {
    PciBench bench;
    for (const unsigned timer : {0u, 32u})
        for (unsigned irdy_wait = 0; irdy_wait <= 4; irdy_wait += 2)
            for (unsigned moment = 0; moment < 36; ++moment) {
                bench.a_space.write(0x0C, timer << 8, 0xF);
                InitiatorConfig config;
                config.first_irdy_waits = config.later_irdy_waits = irdy_wait;
                bench.a.configure(config);
                bench.port.later_wait = 3 - irdy_wait / 2;
                bench.recorder.samples.clear();
                bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 16, moment)};
                clocks(4 + moment);
                bench.engine_b.script = {burst(bus::Command::MemoryRead, 0x200, 1)};
                clocks(150);
                ASSERT_EQ(bench.port.dwords[15], moment + 15);
                ASSERT_EQ(bench.engine_a.done.back().status, bus::BurstStatus::Done);
                expect_legal(bench.recorder);
                // From the clock that samples the grant gone and the timer run out, two data at most.
                const auto& s = bench.recorder.samples;
                const std::size_t at = bench.recorder.find([](const Levels& l) { return l.frame; });
                std::size_t i = at + timer;
                while (i < s.size() && (s[i].gnt & 1u)) ++i;
                unsigned data = 0;
                for (; i < s.size() && !s[i].levels.idle(); ++i) data += s[i].levels.irdy && s[i].levels.trdy;
                EXPECT_LE(data, 2u) << timer << ' ' << irdy_wait << ' ' << moment;
            }
    EXPECT_GT(bench.a.stats().disconnects, 20u);
}

/// An initiator with a grant that the test controls.
struct HandGranted : sc_core::sc_module {
    SC_HAS_PROCESS(HandGranted);
    explicit HandGranted(sc_core::sc_module_name name) : sc_module(name) {
        initiator.pins.bus(levels), initiator.pins.busy(busy), initiator.pins.rst(rst);
        initiator.pins.drive(drive), initiator.pins.req(req), initiator.pins.gnt(gnt);
        SC_METHOD(resolve);
        sensitive << drive;
    }
    void resolve() { levels.write(drive.read()); }
    core::Clock clock{"clock", {}};
    test::Engine engine{"engine", clock};
    Initiator initiator{"initiator", clock, engine.channel, nullptr};
    core::Wire<Levels> levels{"levels"}, drive{"drive"};
    core::Wire<bool> busy{"busy"}, rst{"rst"}, req{"req"}, gnt{"gnt"};
};

TEST_F(PciInitiator, AGrantLostInAddressSteppingStartsTheSteppingAgain) {
    HandGranted bench("bench");
    run(core::from_fs(test::kPciClock / 2));  // between two edges
    bench.engine.script = {burst(bus::Command::ConfigRead, 1u << 16, 1)};
    clocks(6);
    EXPECT_TRUE(bench.req.read());
    for (int time = 0; time < 2; ++time) {
        bench.gnt.write(true);
        clocks(1);  // the address is stepped
        EXPECT_EQ(bench.drive.read().enabled, kEnAd | kEnCbe);
        bench.gnt.write(false);
        clocks(1);
        EXPECT_EQ(bench.drive.read().enabled, kEnPar);
        EXPECT_FALSE(bench.drive.read().frame);
        clocks(1);
        EXPECT_EQ(bench.drive.read().enabled, 0);
    }
    EXPECT_TRUE(bench.req.read());
    bench.gnt.write(true);
    clocks(1);
    EXPECT_FALSE(bench.drive.read().frame);
    clocks(1);
    EXPECT_TRUE(bench.drive.read().frame);
    EXPECT_FALSE(bench.req.read());
}

TEST_F(PciInitiator, WaitsForItsBusMasterBit) {
    PciBench bench;
    bench.a_space.write(4, 0, 0x1);
    for (unsigned k = 0; k < 3; ++k) bench.engine_a.script.push_back(burst(bus::Command::MemoryWrite, 0x40, 1, 7 + k));
    clocks(40);
    EXPECT_TRUE(bench.engine_a.done.empty());
    for (const auto& s : bench.recorder.samples) EXPECT_TRUE(s.req == 0 && s.levels.idle());
    bench.a_space.write(4, kBusMaster, 0x1);
    clocks(4);
    bench.a_space.write(4, 0, 0x1);  // The burst under way is finished, the next one waits.
    clocks(40);
    EXPECT_EQ(bench.engine_a.done.size(), 1u);
    bench.a_space.write(4, kBusMaster, 0x1);
    clocks(40);
    ASSERT_EQ(bench.engine_a.done.size(), 3u);
    for (const bus::Burst& b : bench.engine_a.done) EXPECT_EQ(b.status, bus::BurstStatus::Done);
    EXPECT_EQ(bench.port.dwords[0x10], 9u);
    expect_legal(bench.recorder);
}

TEST_F(PciInitiator, AParkedAgentDrivesTheIdleBus) {
    PciBench bench(Parking::First);
    clocks(10);
    for (int i = 0; i < 6; ++i) bench.engine_b.script.push_back(burst(bus::Command::MemoryWrite, 0, 1));
    clocks(100);
    unsigned floats = 0;
    for (const auto& s : bench.recorder.samples) {
        floats = s.levels.idle() && !(s.levels.enabled & kEnAd) ? floats + 1 : 0;
        EXPECT_LE(floats, 8u);
    }
    EXPECT_EQ(floats, 0u);
    expect_legal(bench.recorder);
}

}  // namespace
}  // namespace niclab::pci
