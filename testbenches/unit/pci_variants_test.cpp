// The 64-bit extension and 66 MHz.
#include <gtest/gtest.h>

#include "support/card_identity.h"
#include "support/pci_rules.h"

namespace niclab::pci {
namespace {

using test::burst;
using test::PciBench;
using Parking = ArbiterConfig::Parking;

constexpr BusConfig kWide{true, false};

class PciVariants : public test::PciTest {
protected:
    static void set(PciBench& bench, bool initiator, bool target) {
        InitiatorConfig config;
        config.wide = initiator;
        bench.a.configure(config);
        bench.memory.configure({Devsel::Medium, 16, target});
    }
    static bus::Burst run_one(PciBench& bench, const bus::Burst& b) {
        bench.recorder.samples.clear();
        bench.engine_a.script = {b};
        clocks(60);
        expect_legal(bench.recorder);
        return bench.engine_a.done.back();
    }
    static unsigned count(const PciBench& bench, bool Levels::*wire) {
        unsigned n = 0;
        for (const auto& s : bench.recorder.samples) n += s.levels.*wire;
        return n;
    }
};

TEST_F(PciVariants, TwoDwordsADataPhaseWhenBothHave64Bits) {
    PciBench bench(Parking::None, test::card_identity(), kWide);
    set(bench, true, true);
    for (unsigned dwords = 2; dwords <= 16; ++dwords) {
        for (const bus::Command command : {bus::Command::MemoryWrite, bus::Command::MemoryRead}) {
            const bus::Burst b = run_one(bench, burst(command, 0x40, dwords, 100 * dwords));
            EXPECT_EQ(b.status, bus::BurstStatus::Done);
            EXPECT_EQ(between(b.times.first_data, b.times.last_data), (dwords + 1) / 2 - 1);
            EXPECT_EQ(between(b.times.req, b.times.first_data), 4u);
            EXPECT_EQ(b.times.disconnects, 0u);
            for (unsigned i = 0; i < dwords; ++i) EXPECT_EQ(b.data[i], 100 * dwords + i);
            EXPECT_GT(count(bench, &Levels::ack64), 0u);
        }
        EXPECT_EQ(bench.port.dwords[0x10 + dwords], 0u);  // An odd burst leaves the octets after it unchanged.
    }
    EXPECT_EQ(bench.memory.stats().dwords, bench.a.stats().dwords);
}

TEST_F(PciVariants, WithoutAck64TheUpperDwordComesAgain) {
    PciBench bench(Parking::None, test::card_identity(), kWide);
    set(bench, true, false);
    for (unsigned dwords = 2; dwords <= 16; ++dwords)
        for (const bus::Command command : {bus::Command::MemoryWrite, bus::Command::MemoryRead}) {
            const bus::Burst b = run_one(bench, burst(command, 0x40, dwords, 100 * dwords));
            for (unsigned i = 0; i < dwords; ++i) EXPECT_EQ(b.data[i], 100 * dwords + i);
            EXPECT_GT(count(bench, &Levels::req64), 0u);
            EXPECT_EQ(count(bench, &Levels::ack64), 0u);
            // Of two dwords FRAME# is gone before ACK64# could come: the second is a transaction of its own.
            EXPECT_EQ(b.times.disconnects, dwords == 2 ? 1u : 0u);
            if (dwords > 2) {
                EXPECT_EQ(between(b.times.first_data, b.times.last_data), dwords - 1u);
            }
        }
}

TEST_F(PciVariants, NobodyAsksFor64BitsWhereItCannotBe) {
    const auto asks = [](PciBench& bench, const bus::Burst& b) {
        run_one(bench, b);
        return count(bench, &Levels::req64) > 0;
    };
    PciBench bench(Parking::None, test::card_identity(), kWide);
    set(bench, true, true);
    EXPECT_TRUE(asks(bench, burst(bus::Command::MemoryRead, 0x40, 2)));
    EXPECT_FALSE(asks(bench, burst(bus::Command::MemoryRead, 0x44, 4)));  // an odd dword
    EXPECT_FALSE(asks(bench, burst(bus::Command::MemoryRead, 0x40, 1)));
    EXPECT_FALSE(asks(bench, burst(bus::Command::ConfigRead, 1u << 16, 1)));
    set(bench, false, true);
    EXPECT_FALSE(asks(bench, burst(bus::Command::MemoryRead, 0x40, 4)));
}

TEST_F(PciVariants, ABusOf32BitsKeepsAgentsOf64BitsAt32) {
    PciBench bench;
    set(bench, true, true);
    const bus::Burst b = run_one(bench, burst(bus::Command::MemoryWrite, 0x40, 4, 5));
    EXPECT_EQ(count(bench, &Levels::req64), 0u);
    EXPECT_EQ(between(b.times.first_data, b.times.last_data), 3u);
    EXPECT_EQ(bench.port.dwords[0x13], 8u);
}

TEST_F(PciVariants, TerminationsOf64Bits) {
    PciBench bench(Parking::None, test::card_identity(), kWide);
    set(bench, true, true);
    for (const bool with_data : {true, false})
        for (unsigned after = 1; after <= 8; ++after) {
            bench.port.answer = {false, false, 0, after, with_data};
            bench.recorder.samples.clear();
            bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 7, 10 * after),
                                     burst(bus::Command::MemoryRead, 0, 7)};
            clocks(160);
            for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(bench.engine_a.done.back().data[i], 10 * after + i);
            EXPECT_EQ(bench.engine_a.done.back().times.disconnects, (7 - 1) / ((after + 1) / 2 * 2));
            expect_legal(bench.recorder);
        }
    bench.port.answer = {false, true, 0, 2};
    const bus::Burst b = run_one(bench, burst(bus::Command::MemoryRead, 0, 6));
    EXPECT_EQ(b.status, bus::BurstStatus::TargetAbort);
    EXPECT_EQ(b.data[1], 81u);
    EXPECT_EQ(b.data[2], ~0u);
}

TEST_F(PciVariants, Par64IsCheckedLikePar) {
    PciBench bench(Parking::None, test::card_identity(), kWide);
    set(bench, true, true);
    bench.memory.configure({Devsel::Medium, 16, true});
    bench.a_space.write(4, 0x40 | kBusMaster, 0x3);
    bench.engine_a.script = {burst(bus::Command::MemoryWrite, 0, 4, 7)};
    bench.a.parity_fault.arm(2, 1, true);
    clocks(40);
    EXPECT_EQ(count(bench, &Levels::perr), 1u);
    EXPECT_TRUE(bench.engine_a.done.back().parity_error);
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 4)};
    bench.memory.parity_fault.arm(2, 1, true);
    clocks(40);
    EXPECT_EQ(count(bench, &Levels::perr), 2u);
    EXPECT_TRUE(bench.engine_a.done.back().parity_error);
    bench.engine_a.script = {burst(bus::Command::MemoryRead, 0, 4)};
    bench.a.parity_fault.arm(1, 1, true);
    clocks(40);
    EXPECT_EQ(count(bench, &Levels::serr), 1u);
    expect_legal(bench.recorder, true);
}

/// A bus with one card and a bridge, and a clock.
struct ClockBench {
    ClockBench(core::Femtoseconds period_fs, bool board, bool card_capable, bool bridge_capable)
        : clock("clock", {period_fs}), bus("bus", clock, {}, {false, board}), space(identity(card_capable)) {
        bus.attach(initiator.pins, "host");
        bus.attach(bridge.pins, "host");
        bus.attach(card.pins, "nic");
        bridge.configure({Devsel::Medium, 16, false, bridge_capable});
    }
    static Identity identity(bool capable) {
        Identity id = test::card_identity();
        id.capable_66mhz = capable;
        return id;
    }
    core::Clock clock;
    Bus bus;
    ConfigSpace space;
    test::Engine engine{"engine", clock};
    Initiator initiator{"initiator", clock, engine.channel, nullptr};
    test::MemoryPort port;
    Target bridge{"bridge", clock, 4096, port}, card{"card", clock, space, 5};
};

constexpr core::Femtoseconds k66MHz = 15'015'015;

std::string refusal(const ClockBench&) {
    try {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

TEST_F(PciVariants, SixtySixMegahertzWhenEverybodyIsCapable) {
    ClockBench bench(k66MHz, true, true, true);
    EXPECT_TRUE(bench.bus.m66en());
    EXPECT_TRUE(bench.space.read(4) >> 16 & kStatusCapable66);
    bench.engine.script = {burst(bus::Command::MemoryWrite, 0, 4, 3)};
    EXPECT_EQ(refusal(bench), "");
    EXPECT_EQ(bench.port.dwords[3], 6u);
}

TEST_F(PciVariants, ACardThatIsNotCapablePullsM66enLow) {
    ClockBench bench(k66MHz, true, false, true);
    EXPECT_FALSE(bench.bus.m66en());
    EXPECT_FALSE(bench.space.read(4) >> 16 & kStatusCapable66);
    EXPECT_EQ(refusal(bench), "bus: nic pulls M66EN low; expected a clock of at most 33.3 MHz");
}

TEST_F(PciVariants, SoDoesABoardOf33Megahertz) {
    ClockBench bench(k66MHz, false, true, true);
    EXPECT_EQ(refusal(bench), "bus: the board pulls M66EN low; expected a clock of at most 33.3 MHz");
}

TEST_F(PciVariants, At33MegahertzACardThatIsNotCapableIsWelcome) {
    ClockBench bench(test::kPciClock, true, false, true);
    EXPECT_FALSE(bench.bus.m66en());
    EXPECT_EQ(refusal(bench), "");
}

TEST_F(PciVariants, NobodyIsFasterThan66Megahertz) {
    ClockBench bench(10'000'000, true, true, true);
    EXPECT_EQ(refusal(bench), "bus: clock out of range; expected at most 66.7 MHz");
}

}  // namespace
}  // namespace niclab::pci
