// An idle bus at transaction level with a stopped clock: its activity, and the times, equal those
// at signal level.
#include <tuple>

#include "support/pci_sides.h"
#include "support/repetitions.h"

namespace niclab::probe {
namespace {

using test::kPciClock;
using test::RandomPciBench;
using Side = test::PciSide;
using Parking = pci::ArbiterConfig::Parking;
using Policy = pci::ArbiterConfig::Policy;

pci::ArbiterConfig arbiter(Parking parking, Policy policy) {
    pci::ArbiterConfig config = pci::ArbiterConfig::parked(parking);
    config.policy = policy;
    if (policy != Policy::RoundRobin) config.agents = {"z", "y"};
    if (parking == Parking::Agent) config.parked_agent = "y";
    return config;
}

/// Only a module with work holds the clock.
void let_go(Side& side) {
    side.bench.bus.enter_transaction_level();
    side.bench.clock.release();  // That of the recorder of each of its edges.
    for (test::MemoryPort& port : side.bench.ports) port.is_patient = true;
}
void sleep_when_done(Side& side) {
    for (test::Engine* engine : side.bench.engines()) engine->sleeps = true;
}

/// The parked agent, and the next grant.
class PciIdle : public test::PciSides, public testing::WithParamInterface<std::tuple<Parking, Policy>> {
protected:
    static pci::ArbiterConfig configured() { return arbiter(std::get<0>(GetParam()), std::get<1>(GetParam())); }
    static void ask(Side& side, unsigned engine) {
        bus::Burst expected;
        side.bench.add(engine, expected);
        side.bench.engines()[engine]->wake();
    }
    /// Itself and now, not at the engine's next edge.
    static void post(Side& side, unsigned engine) {
        bus::Burst expected;
        side.bench.add(engine, expected);
        test::Engine& by = *side.bench.engines()[engine];
        if (!by.channel.request.full()) by.channel.request.post(by.script.back());
        by.script.pop_back();
    }
    static void expect_same(Side& pins, Side& whole) {
        whole.bench.bus.synchronize();
        ASSERT_EQ(pins.counters(), whole.counters());
        // At signal level a bus reports each clock, at transaction level only those with a change.
        for (Side* side : {&pins, &whole}) side->watch.account().stay(side->bench.clock.cycle());
        expect_same_account(pins, whole);
        expect_same_done(pins, whole);
    }
    /// Bursts at random positions of the clocks in which grants move; with observations at times,
    /// or RST#, at an edge or between two.
    static void random_moments(std::uint64_t seed, bool reset, double posts = 0) {
        Side pins("pins", seed, false, configured()), whole("whole", seed, false, configured());
        sleep_when_done(pins), sleep_when_done(whole);
        let_go(whole);
        base::RandomStream random(seed, "moments");
        run(core::from_fs(kPciClock / 2));
        unsigned under_reset = 0;
        for (unsigned n = 0; n < kMoments && !HasFailure(); ++n) {
            SCOPED_TRACE(n);
            const core::Femtoseconds to_edge = random.chance(0.2) ? kPciClock / 2 : 0;
            if (to_edge > 0) run(core::from_fs(to_edge));
            if (random.chance(0.4)) {
                const auto engine = static_cast<unsigned>(random.uniform(0, RandomPciBench::kInitiators - 1));
                random.chance(posts) ? (post(pins, engine), post(whole, engine))
                                     : (ask(pins, engine), ask(whole, engine));
            }
            if (reset && under_reset == 0 && random.chance(0.02)) set_reset(pins, whole, true), under_reset = 5;
            if (under_reset > 0 && --under_reset == 0) {
                set_reset(pins, whole, false);
                for (Side* side : {&pins, &whole}) side->bench.enable();
            }
            run(core::from_fs(kPciClock * static_cast<unsigned>(random.uniform(1, 25)) - to_edge));
            if (random.chance(0.2)) expect_same(pins, whole);
        }
        run(core::from_fs(kPciClock * 3000));
        expect_same(pins, whole);
        const pci::TransactionBus::Counts& counts = whole.bench.bus.transaction_bus()->counts();
        EXPECT_GT(counts.idle_repeated, kMoments / 8);
        // Without parking only a grant is under way, in one clock.
        EXPECT_TRUE(counts.idle_left > 0 || std::get<0>(GetParam()) == Parking::None);
        EXPECT_LT(counts.idle_timings, 200u);
    }
    static void set_reset(Side& pins, Side& whole, bool on) {
        pins.bench.bus.rst().write(on), whole.bench.bus.rst().write(on);
    }
    static constexpr unsigned kMoments = test::repetitions(2000, 4);
};

TEST_P(PciIdle, WhoeverAsksWheneverHasTheBusWhenHeWouldAtThePins) { random_moments(501, false); }
TEST_P(PciIdle, WhatIsPostedAtTheVeryMomentOfAnEdgeIsTakenAtTheSame) { random_moments(503, false, 0.7); }
TEST_P(PciIdle, ResetFindsEachWhereHeWouldBe) { random_moments(502, true); }

INSTANTIATE_TEST_SUITE_P(Arbiters, PciIdle,
                         testing::Combine(testing::Values(Parking::None, Parking::Last, Parking::First, Parking::Agent),
                                          testing::Values(Policy::RoundRobin, Policy::FixedPriority,
                                                          Policy::TwoLevelFair)));

using PciIdleClock = test::PciSides;

/// The clock restarts when an agent starts, and for nothing before.
TEST_F(PciIdleClock, AGrantThatMovesTakesNoTick) {
    Side side("side", 3, false, arbiter(Parking::First, Policy::RoundRobin));
    sleep_when_done(side);
    let_go(side);
    run(core::from_fs(kPciClock * 20 + kPciClock / 2));
    const auto ticks = [&side] { return side.bench.clock.activity().calls; };
    const std::uint64_t before = ticks();
    side.bench.engine_z.script.push_back(test::burst(bus::Command::MemoryWrite, 0, 4));
    side.bench.engine_z.wake();
    while (side.bench.engine_z.done.empty()) run(core::from_fs(kPciClock));
    const std::uint64_t took = ticks() - before;
    run(core::from_fs(kPciClock * 20));
    EXPECT_LE(took, 9u);
    EXPECT_EQ(ticks() - before, took);
    EXPECT_EQ(side.watch.account().masters()[2].arbitration.sum, 2u);
}

}  // namespace
}  // namespace niclab::probe
