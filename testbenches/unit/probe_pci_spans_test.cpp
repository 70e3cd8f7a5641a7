// A bus at transaction level compared with one at signal level: the same clocks, the same data at
// the same clocks, the same account of it.
#include <deque>
#include <functional>
#include <map>

#include "support/pci_sides.h"
#include "support/repetitions.h"

namespace niclab::probe {
namespace {

using test::kPciClock;
using test::RandomPciBench;
using Side = test::PciSide;

class PciSpans : public test::PciSides {
protected:
    static std::size_t add_bursts(Side& side, unsigned configuration) {
        side.bench.configure();
        side.note_begins();
        std::size_t total = 0;
        for (unsigned i = 0; i < 1 + configuration % 3; ++i)
            for (unsigned n = 2 + side.bench.below(15); n > 0; --n, total += 3) {
                bus::Burst expected;
                side.bench.add(i, expected);
                std::deque<bus::Burst>& script = side.bench.engines()[i]->script;
                script.insert(script.end(), 2, script.back());  // what has a shape by then
            }
        return total;
    }
    static constexpr unsigned kConfigurations = test::repetitions(80, 8);
    static void random_traffic(std::uint64_t seed, bool wide) {
        Side pins("pins", seed, wide), whole("whole", seed, wide);
        whole.bench.bus.enter_transaction_level();
        run(core::from_fs(kPciClock / 2));  // between two edges
        base::RandomStream random(seed, "looks");
        for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
            SCOPED_TRACE(configuration);
            const std::size_t bursts = add_bursts(pins, configuration);
            ASSERT_EQ(add_bursts(whole, configuration), bursts);
            side_by_side(pins, whole, bursts, random);
            if (HasFailure()) return;
        }
        ASSERT_NE(whole.bench.bus.transaction_bus(), nullptr);
        const pci::TransactionBus::Counts& counts = whole.bench.bus.transaction_bus()->counts();
        EXPECT_GT(counts.timings, kConfigurations * 5 / 2);
        EXPECT_GT(counts.repeated, (kConfigurations - 1) * 15 / 4);
        EXPECT_GT(counts.left, kConfigurations / 8);  // the latency timer, and a second master
    }
    /// Whenever the bus is idle it returns to signal level, and enters transaction level again
    /// during any activity.
    static void back_and_forth(std::uint64_t seed, bool wide) {
        Side pins("pins", seed, wide), whole("whole", seed, wide);
        run(core::from_fs(kPciClock / 2));
        base::RandomStream random(seed, "looks");
        pci::TwoLevelBus& bus = whole.bench.bus;
        unsigned back = 0, refused = 0;
        for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
            const std::size_t bursts = add_bursts(pins, configuration);
            add_bursts(whole, configuration);
            side_by_side(pins, whole, bursts, random, [&] {
                if (!bus.transaction_bus()) {
                    ASSERT_EQ(bus.levels().read(), pins.bench.bus.levels().read());
                }
                if (!random.chance(0.05)) return;
                if (!bus.transaction_bus()) return bus.enter_transaction_level();
                bus.enter_signal_level() ? ++back : ++refused;
            });
            if (HasFailure()) return;
        }
        EXPECT_GT(back, kConfigurations);
        EXPECT_GT(refused, kConfigurations);
        EXPECT_GT(bus.records()->counts().repeated, kConfigurations / 2);
    }
    /// One burst after the other of engine x, and `act` before each clock.
    static void bursts_of_x(Side& pins, Side& whole, unsigned count, const std::function<void(Side&, unsigned)>& act) {
        whole.bench.bus.enter_transaction_level();
        run(core::from_fs(kPciClock / 2));
        base::RandomStream random(5, "looks");
        for (Side* side : {&pins, &whole})
            for (unsigned n = 0; n < count; ++n)
                side->bench.engine_x.script.push_back(test::burst(
                    n % 2 ? bus::Command::MemoryRead : bus::Command::MemoryWrite, 16 * (n % 8), 4 + n % 5, 1000 * n));
        for (unsigned n = 0; pins.bench.engine_x.done.size() < count && n < 100 * count; ++n) {
            act(pins, n), act(whole, n);
            clocks(1);
            expect_same_clock(pins, whole);
            if (HasFailure()) return;
        }
        ASSERT_EQ(pins.bench.engine_x.done.size(), count);
        expect_same_bursts(pins, whole);
        expect_same_account(pins, whole);
        ASSERT_GT(whole.bench.bus.transaction_bus()->counts().repeated, 10u);
    }
};

TEST_F(PciSpans, RandomTrafficIsTheSameClockByClock) { random_traffic(71, false); }
TEST_F(PciSpans, RandomTrafficOf64BitsIsTheSameClockByClock) { random_traffic(72, true); }

/// A clock without a holder runs when more than data moves. An observer finds the data that the
/// pins have moved by then, also after a long time.
TEST_F(PciSpans, DataOfAPatientPortAreThereWhenSomebodyLooks) {
    Side pins("pins", 73, false), whole("whole", 73, false);
    PciWatch later("later", whole.bench.clock, whole.bench.bus, "pci", {"x"}, nullptr);
    whole.bench.bus.enter_transaction_level();
    for (test::MemoryPort& port : whole.bench.ports) port.is_patient = true;
    whole.bench.clock.release();  // That of the recorder of each of its edges.
    for (test::Engine* engine : whole.bench.engines()) engine->sleeps = true;
    run(core::from_fs(kPciClock / 2));
    base::RandomStream random(73, "looks");
    for (unsigned configuration = 0; configuration < kConfigurations && !HasFailure(); ++configuration) {
        SCOPED_TRACE(configuration);
        const std::size_t bursts = add_bursts(pins, configuration);
        add_bursts(whole, configuration);
        look_at_times(pins, whole, bursts, random, 20'000);
        expect_same_numbers(pins.watch.account(), later.account());
        forget(pins, whole);
    }
    EXPECT_LT(whole.bench.clock.activity().calls, pins.bench.clock.activity().calls);
}

/// Each clock of a transaction is tested: a counter has its present value, not that of the
/// transaction's end or begin.
TEST_F(PciSpans, AnAccountLookedAtInEveryClockTellsOfThatClock) {
    Side pins("pins", 3, false), whole("whole", 3, false);
    bursts_of_x(pins, whole, 60, [&pins, &whole](Side& side, unsigned) {
        if (&side == &whole) expect_same_account(pins, whole);
    });
}

TEST_F(PciSpans, ResetAmidASpanFindsTheMachinesWhereTheyWouldBe) {
    Side pins("pins", 3, false), whole("whole", 3, false);
    bursts_of_x(pins, whole, 120, [](Side& side, unsigned n) {
        if (n % 61 == 0 && n > 0) side.bench.bus.rst().write(true);
        if (n % 61 == 5) side.bench.bus.rst().write(false);
        if (n % 61 == 6) side.bench.enable();
    });
    EXPECT_GT(whole.bench.bus.transaction_bus()->counts().left, 2u);
}

TEST_F(PciSpans, WrongParityIsDrivenSeenAndCounted) {
    Side pins("pins", 3, false), whole("whole", 3, false);
    std::map<const Side*, unsigned> armed;
    bursts_of_x(pins, whole, 60, [&armed](Side& side, unsigned n) {
        unsigned& faults = armed[&side];
        if (n < 50 * faults || !side.bench.bus.now().idle()) return;
        ++faults;
        faults % 2 ? side.bench.x.parity_fault.arm(1 + faults % 5) : side.bench.memory.parity_fault.arm(2);
    });
    EXPECT_GT(whole.bench.x.stats().parity_errors + whole.bench.memory.stats().parity_errors, 5u);
}

TEST_F(PciSpans, APartyThatIsConfiguredAnewHasShapesOfItsOwn) {
    Side pins("pins", 3, false), whole("whole", 3, false);
    std::map<const Side*, unsigned> configured;
    bursts_of_x(pins, whole, 240, [&configured](Side& side, unsigned n) {
        unsigned& times = configured[&side];
        if (n < 300 * times || !side.bench.bus.now().idle()) return;
        const pci::InitiatorConfig slow{++times % 4, times % 4};
        if (times % 2 == 0) return side.bench.memory.configure({times % 3 ? pci::Devsel::Medium : pci::Devsel::Slow});
        side.bench.x.configure(slow);
    });
}

TEST_F(PciSpans, FromTheWiresInMidRunNothingChanges) {
    Side pins("pins", 9, false), whole("whole", 9, false);
    run(core::from_fs(kPciClock / 2));
    base::RandomStream random(9, "looks");
    for (unsigned configuration = 0; configuration < 8; ++configuration) {
        const std::size_t bursts = add_bursts(pins, configuration);
        add_bursts(whole, configuration);
        clocks(1 + 7 * configuration);
        if (configuration == 3) whole.bench.bus.enter_transaction_level();  // whatever is under way
        side_by_side(pins, whole, bursts, random);
        if (HasFailure()) return;
    }
    EXPECT_GT(whole.bench.bus.transaction_bus()->counts().timings, 5u);
}

TEST_F(PciSpans, BackAtTheWiresTheyCarryWhatTheyWould) { back_and_forth(10, false); }
TEST_F(PciSpans, BackAtTheWiresOf64BitsTheyCarryWhatTheyWould) { back_and_forth(10, true); }

/// A target that is not what it said it is, once its transactions are repeated.
TEST_F(PciSpans, ADifferenceEndsTheSimulationAndNamesTheKey) {
    Side side("side", 3, false);
    side.bench.bus.enter_transaction_level();
    for (unsigned n = 0; n < 1100; ++n)
        side.bench.engine_x.script.push_back(test::burst(bus::Command::MemoryWrite, 0, 4));
    while (side.bench.engine_x.done.size() < 500) clocks(50);
    side.bench.ports[0].burst = false;
    try {
        clocks(40'000);
        FAIL() << "no comparison found it";
    } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find("key "), std::string::npos) << e.what();
    }
}

TEST_F(PciSpans, AModuleThatThinksInWiresKeepsTheBusAtThem) {
    struct Foreign : sc_core::sc_module {
        explicit Foreign(sc_core::sc_module_name name) : sc_module(name) {}
        pci::TargetPins pins;
    };
    test::PciBench bench;
    Foreign foreign("foreign");
    bench.bus.attach(foreign.pins, "foreign");
    bench.bus.enter_transaction_level();
    EXPECT_EQ(bench.bus.transaction_bus(), nullptr);
    clocks(1);
}

}  // namespace
}  // namespace niclab::probe
