// Repeated wait clocks of a bus at transaction level, compared with those at signal level.
#include <functional>
#include <map>

#include "cards/ether_board/io_window.h"
#include "support/pci_sides.h"
#include "support/repetitions.h"

namespace niclab::probe {
namespace {

using test::kPciClock;
using Side = test::PciSide;

/// A chip with a clock of its own, which takes a random time for each access.
class SlowChip : public core::Clocked {
public:
    SlowChip(sc_core::sc_module_name name, core::Clock& clock, std::uint64_t seed)
        : Clocked(name, clock), random_(seed, "chip") {
        call_at_edges<&SlowChip::on_clock>(*this);
        window.requests.set_consumer(*this);
    }
    ether_board::IoWindow window;
    unsigned most_clocks = 30;

private:
    void on_clock() {
        if (left_ == 0) {
            if (!window.requests.has_item()) return sleep();
            read_ = !window.requests.item().write;
            window.requests.take();
            left_ = static_cast<unsigned>(random_.uniform(1, most_clocks));
        }
        if (--left_ == 0 && read_) window.answers.post(0);
    }
    base::RandomStream random_;
    unsigned left_ = 0;
    bool read_ = false;
};

/// Memory that is accessed through such a chip.
class SlowPort : public bus::TargetPort {
public:
    SlowPort(test::MemoryPort& memory, SlowChip& chip) : memory_(memory), window_(chip.window) {}
    Answer begin(const Access& a) override {
        Answer answer = memory_.begin(a);
        answer.after = 0;
        return answer;
    }
    bool ready(const Access& a) override { return window_.ready(a); }
    bool call_at_change(core::Timer* due) override { return window_.call_at_change(due); }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override { return memory_.read(a); }
    void write(const Access& a, std::uint32_t data) override {
        window_.write(a, data);
        memory_.write(a, data);
    }

private:
    test::MemoryPort& memory_;
    ether_board::IoWindow& window_;
};

/// A side with two chips, one of them in step with the bus.
class SlowSide : public Side {
public:
    SlowSide(sc_core::sc_module_name name, std::uint64_t seed) : Side(name, seed, false) {
        bench.memory.connect(0, ports_[0]), bench.card.connect(1, ports_[1]);
    }
    void set_most_clocks(unsigned clocks) {
        for (SlowChip* chip : {&chips_[0], &chips_[1]}) chip->most_clocks = clocks;
    }

private:
    core::Clock chip_clock_{"chip_clock", {50'000'000}}, like_bus_{"like_bus", {kPciClock}};
    SlowChip chips_[2] = {{"chip", chip_clock_, 1}, {"chip_in_step", like_bus_, 2}};
    SlowPort ports_[2] = {{bench.ports[0], chips_[0]}, {bench.ports[1], chips_[1]}};
};

class PciWait : public test::PciSides {
protected:
    static constexpr unsigned kConfigurations = test::repetitions(60, 6);
    static std::size_t add_bursts(Side& side, unsigned configuration) {
        side.bench.configure();
        side.note_begins();
        std::size_t total = 0;
        for (unsigned i = 0; i < 1 + configuration % 3; ++i)
            for (unsigned n = 2 + side.bench.below(8); n > 0; --n, ++total) {
                bus::Burst expected;
                side.bench.add(i, expected);
            }
        return total;
    }
    static void read(Side& side, std::uint32_t address) {
        side.bench.engine_x.script.push_back(test::burst(bus::Command::MemoryRead, address, 1));
    }
    static std::uint64_t wait_clocks(const Side& side) {
        return side.bench.bus.transaction_bus()->counts().wait_clocks;
    }
};

TEST_F(PciWait, RandomTrafficIsTheSameClockByClock) {
    SlowSide pins("pins", 81), whole("whole", 81);
    whole.bench.bus.enter_transaction_level();
    run(core::from_fs(kPciClock / 2));
    base::RandomStream random(81, "looks");
    for (unsigned configuration = 0; configuration < kConfigurations; ++configuration) {
        SCOPED_TRACE(configuration);
        for (SlowSide* side : {&pins, &whole}) side->set_most_clocks(1 + configuration % 7 * 8);
        const std::size_t bursts = add_bursts(pins, configuration);
        ASSERT_EQ(add_bursts(whole, configuration), bursts);
        side_by_side(pins, whole, bursts, random);
        if (HasFailure()) return;
    }
    EXPECT_GT(wait_clocks(whole), kConfigurations * 20u);
}

/// The clock runs for the agents alone, and the counters are read at times.
TEST_F(PciWait, RandomTrafficIsTheSameWhenSomebodyLooks) {
    SlowSide pins("pins", 82), whole("whole", 82);
    whole.bench.bus.enter_transaction_level();
    whole.bench.clock.release();  // That of the recorder of each of its edges.
    for (test::Engine* engine : whole.bench.engines()) engine->sleeps = true;
    run(core::from_fs(kPciClock / 2));
    base::RandomStream random(82, "looks");
    for (unsigned configuration = 0; configuration < kConfigurations && !HasFailure(); ++configuration) {
        SCOPED_TRACE(configuration);
        const std::size_t bursts = add_bursts(pins, configuration);
        add_bursts(whole, configuration);
        look_at_times(pins, whole, bursts, random, 40'000);
        expect_same_bursts(pins, whole);
        forget(pins, whole);
    }
    EXPECT_GT(wait_clocks(whole), kConfigurations * 20u);
    EXPECT_LT(whole.bench.clock.activity().calls, pins.bench.clock.activity().calls);
}

/// Of other agents, for the same targets: REQ#, GNT# and the turns of the retries are as at the wires.
TEST_F(PciWait, RequestsInAWaitAreSeenAtTheirClocks) {
    SlowSide pins("pins", 85), whole("whole", 85);
    whole.bench.bus.enter_transaction_level();
    run(core::from_fs(kPciClock / 2));
    base::RandomStream random(85, "moments");
    unsigned in_wait = 0;
    for (unsigned n = 0; n < 400; ++n) read(pins, 0), read(whole, 0);
    for (unsigned n = 0; n < 6000 && !HasFailure(); ++n) {
        if (random.chance(0.03)) {
            in_wait += whole.bench.bus.transaction_bus()->is_wait_repeated();
            for (Side* side : {static_cast<Side*>(&pins), static_cast<Side*>(&whole)}) {
                bus::Burst expected;
                side->bench.add(1 + n % 2, expected);
            }
        }
        clocks(1);
        expect_same_clock(pins, whole);
    }
    expect_same_bursts(pins, whole);
    expect_same_account(pins, whole);
    EXPECT_GT(in_wait, 20u);
}

TEST_F(PciWait, ResetInAWaitFindsTheMachinesWhereTheyWouldBe) {
    SlowSide pins("pins", 83), whole("whole", 83);
    whole.bench.bus.enter_transaction_level();
    run(core::from_fs(kPciClock / 2));
    unsigned in_wait = 0;
    for (unsigned n = 0; n < 400; ++n) read(pins, 0), read(whole, 0);
    for (unsigned n = 0; n < 4000 && !HasFailure(); ++n) {
        SCOPED_TRACE(n);
        const unsigned phase = (n + 10) % 67;
        if (phase == 0) in_wait += whole.bench.bus.transaction_bus()->is_wait_repeated();
        if (phase == 0 || phase == 5)
            for (Side* side : {static_cast<Side*>(&pins), static_cast<Side*>(&whole)})
                side->bench.bus.rst().write(phase == 0);
        if (phase == 6) pins.bench.enable(), whole.bench.enable();
        clocks(1);
        expect_same_clock(pins, whole);
    }
    expect_same_bursts(pins, whole);
    expect_same_account(pins, whole);
    EXPECT_GT(in_wait, 10u);
}

/// From the second wait clock to the answer the bus has no edges, and no other clock of them either.
TEST_F(PciWait, AWaitTakesNoTicks) {
    SlowSide side("side", 84);
    side.set_most_clocks(1);
    side.bench.bus.enter_transaction_level();
    side.bench.clock.release();
    for (test::Engine* engine : side.bench.engines()) engine->sleeps = true;
    run(core::from_fs(kPciClock * 20 + kPciClock / 2));
    const auto ticks = [&side] { return side.bench.clock.activity().calls; };
    side.bench.ports[0].on_begin = [](const bus::TargetPort::Access&) {
        return bus::TargetPort::Answer{false, false, 12};
    };
    const std::uint64_t before = ticks(), skipped = wait_clocks(side);
    read(side, 0);
    side.bench.engine_x.wake();
    clocks(60);
    ASSERT_EQ(side.bench.engine_x.done.size(), 1u);
    EXPECT_GE(wait_clocks(side) - skipped, 8u);
    EXPECT_LT(ticks() - before, 20u);
}

}  // namespace
}  // namespace niclab::probe
