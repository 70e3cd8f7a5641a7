// A bus off its wires beside one on them: the same clocks, the same data at the same clocks, the same account of it.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <functional>
#include <map>

#include "probe/account/pin_watch.h"
#include "support/pci_random.h"
#include "support/sim_test.h"

namespace niclab::probe {
namespace {

using test::RandomPciBench;

constexpr core::Femtoseconds kClock = 30'303'030;

/// What crosses a port, and when.
struct Moved {
    core::Femtoseconds at;
    std::uint32_t address, data;
    unsigned kind;  ///< begin, read, write
    bool operator==(const Moved& o) const {
        return at == o.at && address == o.address && data == o.data && kind == o.kind;
    }
};

class Side : public sc_core::sc_module {
public:
    Side(sc_core::sc_module_name name, std::uint64_t seed, bool wide)
        : sc_module(name), bench(seed, wide), watch("watch", bench.clock, bench.bus, "pci", {"x"}, &report) {
        for (test::MemoryPort& port : bench.ports)
            port.moved = [this](const bus::TargetPort::Access& a, bool write, std::uint32_t data) {
                moved.push_back({core::now_fs(), a.address, data & test_mask(write, a), write ? 2u : 1u});
            };
        watch.account().done = [this](const PciTransaction& t) {
            rows.push_back(std::to_string(core::now_fs()) + " " + std::to_string(t.at) + " " + std::to_string(t.over) +
                           " " + std::to_string(t.master) + " " + std::to_string(t.command) + " " +
                           std::to_string(t.address) + " " + std::to_string(t.dwords) + " " + std::to_string(t.clocks) +
                           " " + std::to_string(t.arbitration) + " " + std::to_string(t.acquisition) + " " +
                           std::to_string(t.target) + " " + std::to_string(t.waits) + " " + to_string(t.end));
        };
    }
    /// Notes begin() in front of what the bench says of it.
    void note_begins() {
        for (test::MemoryPort& port : bench.ports)
            port.on_begin = [this, answer = port.on_begin](const bus::TargetPort::Access& a) {
                moved.push_back({core::now_fs(), a.address, 0, 0});
                return answer(a);
            };
    }
    static std::uint32_t test_mask(bool write, const bus::TargetPort::Access& a) {
        std::uint32_t octets = write ? 0 : ~0u;
        for (unsigned lane = 0; lane < 4; ++lane)
            if (a.byte_enables >> lane & 1u) octets |= 0xFFu << 8 * lane;
        return octets;
    }
    std::string counters() const {
        std::string text;
        const auto add = [&text](const auto& stats) {
            std::uint64_t numbers[sizeof(stats) / sizeof(std::uint64_t)];
            std::memcpy(numbers, &stats, sizeof(stats));
            for (const std::uint64_t n : numbers) text += std::to_string(n) + " ";
            text += "| ";
        };
        for (const pci::Initiator* i : {&bench.x, &bench.y, &bench.z}) add(i->stats());
        add(bench.memory.stats()), add(bench.card.stats());
        return text;
    }

    RandomPciBench bench;
    check::Report report;
    PciWatch watch;
    std::vector<Moved> moved;
    std::vector<std::string> rows;
};

class PciSpans : public test::SimTest {
protected:
    static void clocks(unsigned n) { run(core::from_fs(n * kClock)); }
    static bool alike(pci::Levels a, pci::Levels b) {
        a.ad = a.ad_high = b.ad = b.ad_high = 0;
        a.par = a.par64 = b.par = b.par64 = false;
        return a == b;
    }
    /// Everything that is to be seen at a clock, but data and their parity: in a repeated span those are another's.
    static void expect_same_clock(const Side& pins, const Side& whole) {
        const auto &p = pins.bench.recorder.samples.back(), &w = whole.bench.recorder.samples.back();
        ASSERT_TRUE(alike(p.levels, w.levels)) << p.levels << " at the pins, " << w.levels << " off them";
        ASSERT_EQ(p.req, w.req);
        ASSERT_EQ(p.gnt, w.gnt);
        ASSERT_EQ(p.enabled, w.enabled);
        ASSERT_EQ(pins.counters(), whole.counters());
    }
    static std::string violations(const Side& side) {
        std::string text;
        for (const check::Violation& v : side.report.violations())
            text += std::string(v.rule->id) + " " + std::to_string(v.at) + " " + v.where + ": " + v.seen + "\n";
        return text + std::to_string(side.report.total());
    }
    static void expect_same_account(Side& pins, Side& whole) {
        const PciAccount &p = pins.watch.account(), &w = whole.watch.account();
        ASSERT_EQ(p.clocks(), w.clocks());
        ASSERT_EQ(p.busy_clocks(), w.busy_clocks());
        ASSERT_EQ(p.data_clocks(), w.data_clocks());
        for (unsigned n = 0; n < PciAccount::kStates; ++n) ASSERT_EQ(p.states()[0].clocks[n], w.states()[0].clocks[n]);
        for (unsigned m = 0; m < p.masters().size(); ++m) {
            ASSERT_EQ(p.masters()[m].dwords, w.masters()[m].dwords);
            ASSERT_EQ(p.masters()[m].arbitration.sum, w.masters()[m].arbitration.sum);
            ASSERT_EQ(p.masters()[m].acquisition.sum, w.masters()[m].acquisition.sum);
        }
        ASSERT_EQ(pins.rows, whole.rows);
        ASSERT_EQ(violations(pins), violations(whole));
    }
    static void expect_same_bursts(Side& pins, Side& whole) {
        for (unsigned e = 0; e < RandomPciBench::kInitiators; ++e) {
            const auto &p = pins.bench.engines()[e]->done, &w = whole.bench.engines()[e]->done;
            ASSERT_EQ(p.size(), w.size());
            for (std::size_t n = 0; n < p.size(); ++n) {
                ASSERT_EQ(p[n].status, w[n].status);
                ASSERT_EQ(p[n].data, w[n].data);
                ASSERT_EQ(std::memcmp(&p[n].times, &w[n].times, sizeof(p[n].times)), 0);
                ASSERT_EQ(p[n].parity_error, w[n].parity_error);
            }
        }
        ASSERT_EQ(pins.moved, whole.moved);
    }
    /// Clock by clock until all is done, the account looked at now and then, amid spans, too.
    static void side_by_side(Side& pins, Side& whole, std::size_t bursts, base::RandomStream& random) {
        constexpr unsigned kMostClocks = 20'000;
        std::size_t done = 0;
        for (unsigned n = 0; done < bursts && n < kMostClocks; ++n) {
            clocks(1);
            expect_same_clock(pins, whole);
            if (random.chance(0.02)) expect_same_account(pins, whole);
            if (HasFailure()) return;
            done = 0;
            for (const test::Engine* engine : pins.bench.engines()) done += engine->done.size();
        }
        ASSERT_EQ(done, bursts);
        expect_same_bursts(pins, whole);
        expect_same_account(pins, whole);
        for (Side* side : {&pins, &whole}) {
            side->bench.recorder.samples.clear(), side->moved.clear(), side->rows.clear();
            for (test::Engine* engine : side->bench.engines()) engine->done.clear();
        }
    }
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
    /// A debug build looks for what it alone sees, asserts and memory: a quarter of the traffic is enough for that.
#ifdef NDEBUG
    static constexpr unsigned kConfigurations = 80;
#else
    static constexpr unsigned kConfigurations = 20;
#endif
    static void random_traffic(std::uint64_t seed, bool wide) {
        Side pins("pins", seed, wide), whole("whole", seed, wide);
        whole.bench.bus.leave_wires();
        run(core::from_fs(kClock / 2));  // between two edges
        base::RandomStream random(seed, "looks");
        for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
            SCOPED_TRACE(configuration);
            const std::size_t bursts = add_bursts(pins, configuration);
            ASSERT_EQ(add_bursts(whole, configuration), bursts);
            side_by_side(pins, whole, bursts, random);
            if (HasFailure()) return;
        }
        ASSERT_NE(whole.bench.bus.flat(), nullptr);
        const pci::FlatBus::Counts& counts = whole.bench.bus.flat()->counts();
        EXPECT_GT(counts.shapes, kConfigurations * 5 / 2);
        EXPECT_GT(counts.repeated, kConfigurations * 15 / 4);
        EXPECT_GT(counts.left, kConfigurations / 8);  // the latency timer, and somebody else who asks
    }
    /// One burst after the other of engine x, and `act` before each clock.
    static void bursts_of_x(Side& pins, Side& whole, unsigned count, const std::function<void(Side&, unsigned)>& act) {
        whole.bench.bus.leave_wires();
        run(core::from_fs(kClock / 2));
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
        ASSERT_GT(whole.bench.bus.flat()->counts().repeated, 10u);
    }
};

TEST_F(PciSpans, RandomTrafficIsTheSameClockByClock) { random_traffic(71, false); }
TEST_F(PciSpans, RandomTrafficOf64BitsIsTheSameClockByClock) { random_traffic(72, true); }

/// Each clock of a transaction is met: a counter tells of now, neither of the span's end nor of its begin.
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
        if (n % 61 == 6) side.bench.card_space.write(4, 2, 0x3);
    });
    EXPECT_GT(whole.bench.bus.flat()->counts().left, 2u);
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
    run(core::from_fs(kClock / 2));
    base::RandomStream random(9, "looks");
    for (unsigned configuration = 0; configuration < 8; ++configuration) {
        const std::size_t bursts = add_bursts(pins, configuration);
        add_bursts(whole, configuration);
        clocks(1 + 7 * configuration);
        if (configuration == 3) whole.bench.bus.leave_wires();  // whatever is under way
        side_by_side(pins, whole, bursts, random);
        if (HasFailure()) return;
    }
    EXPECT_GT(whole.bench.bus.flat()->counts().shapes, 5u);
}

/// A target that is not what it said it is, once its transactions are repeated.
TEST_F(PciSpans, ADifferenceEndsTheSimulationAndNamesTheKey) {
    Side side("side", 3, false);
    side.bench.bus.leave_wires();
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
    bench.bus.leave_wires();
    EXPECT_EQ(bench.bus.flat(), nullptr);
    clocks(1);
}

}  // namespace
}  // namespace niclab::probe
