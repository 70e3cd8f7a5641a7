/// A line whose octets are handed over whole beside one at the pins: the same cells, alarms and registers at the same times.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "base/random.h"
#include "phy/octet_line.h"
#include "support/line_bench.h"
#include "support/sim_test.h"
#include "utopia/cell_link.h"

namespace niclab::phy {
namespace {

using Event = std::tuple<core::Femtoseconds, std::string, std::uint32_t>;

/// Two PHYs and the fibers between them, on clocks that they share with their twin.
class Pair : public sc_core::sc_module {
public:
    Pair(sc_core::sc_module_name name, core::Clock& a_clock, core::Clock& b_clock, const Config& config,
         const fiber::Config& span)
        : sc_module(name),
          a_to_b("a_to_b", a_clock, span),
          b_to_a("b_to_a", b_clock, span),
          a("a", a_clock, b_to_a.edge(), config),
          b("b", b_clock, a_to_b.edge(), config),
          there("there", a.phy, a_to_b, b.phy),
          back("back", b.phy, b_to_a, a.phy) {
        a.phy.line_tx.bind(a_launch.pins), a_to_b.in.bind(a_launch.pins);
        a_to_b.out.bind(b_arrive.pins), b.phy.line_rx.bind(b_arrive.pins);
        b.phy.line_tx.bind(b_launch.pins), b_to_a.in.bind(b_launch.pins);
        b_to_a.out.bind(a_arrive.pins), a.phy.line_rx.bind(a_arrive.pins);
        record(a, "a "), record(b, "b ");
        a.phy.launching().connect([this] { spoil(++cells_); });
    }
    void hand_over_whole() { there.take_over(back), back.take_over(there); }
    /// Of one instant the order is the kernel's.
    std::vector<Event> in_order() const {
        std::vector<Event> sorted = events;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    fiber::Fiber a_to_b, b_to_a;
    test::LineEnd a, b;
    test::LineNet a_launch{"a_launch"}, a_arrive{"a_arrive"}, b_launch{"b_launch"}, b_arrive{"b_arrive"};
    OctetLine there, back;
    std::vector<Event> events;

private:
    /// Turns bits over in every third cell that leaves `a`: in its header, its payload or what comes behind it.
    void spoil(std::uint32_t cell) {
        const std::uint32_t drawn = cell * 2654435761u;
        if (cell % 3 == 0) a_to_b.flip_after(drawn >> 8 & 127u, static_cast<std::uint8_t>(1u << (drawn >> 16 & 7u)));
    }
    std::uint32_t cells_ = 0;
    void record(test::LineEnd& end, const std::string& side) {
        const auto note = [this, side](const char* what) {
            return [this, what = side + what](core::Femtoseconds at, const atm::Header& h) {
                events.emplace_back(at, what, h.word());
            };
        };
        end.phy.stored().listen(note("stored"));
        end.phy.null_dropped().listen(note("null"));
        end.phy.launched().listen(note("launched"));
        end.phy.dropped().listen([this, side](core::Femtoseconds at, const atm::Header& h, const DropCause& cause) {
            events.emplace_back(at, side + "dropped", h.word() ^ static_cast<std::uint32_t>(cause));
        });
        end.phy.alarm.listen([this, side](core::Femtoseconds at, const Alarm& which, const bool& declared) {
            events.emplace_back(at, side + phy::name(which), declared);
        });
        end.phy.synchronised.listen([this, side](core::Femtoseconds at, const bool& found) {
            events.emplace_back(at, side + "synchronised", found);
        });
    }
};

struct Twins {
    Twins(const Config& config, double ppm, const fiber::Config& span)
        : a_clock("a_clock", {kPeriod, 17'000'000, false}),
          b_clock("b_clock", {static_cast<core::Femtoseconds>(kPeriod * (1 + ppm * 1e-6)), 40'000'000, false}),
          pins("pins", a_clock, b_clock, config, span),
          whole("whole", a_clock, b_clock, config, span) {}
    static constexpr core::Femtoseconds kPeriod = 51'440'329;
    core::Clock a_clock, b_clock;
    Pair pins, whole;

    void write(std::uint8_t address, std::uint8_t value) {
        pins.a.phy.write(address, value), whole.a.phy.write(address, value);
    }
    void send(std::uint32_t number) {
        const atm::Cell cell = test::make_cell(100, number);
        for (Pair* pair : {&pins, &whole}) pair->a.source.wanted.push_back(cell), pair->b.source.wanted.push_back(cell);
    }
    /// Every register of both ends, as a driver reads them.
    void expect_equal_registers() {
        for (unsigned address = 0; address < 0x80; ++address) {
            const auto at = static_cast<std::uint8_t>(address);
            ASSERT_EQ(pins.a.phy.read(at), whole.a.phy.read(at)) << address;
            ASSERT_EQ(pins.b.phy.read(at), whole.b.phy.read(at)) << address;
        }
    }
    void expect_equal() {
        expect_equal_registers();
        EXPECT_TRUE(pins.in_order() == whole.in_order());
        for (const auto& [p, w] : {std::pair{&pins.a, &whole.a}, std::pair{&pins.b, &whole.b}}) {
            EXPECT_TRUE(p->received == w->received);
            EXPECT_EQ(p->phy.overhead_stats().frames, w->phy.overhead_stats().frames);
        }
    }
};

class LineLink : public test::SimTest {
protected:
    base::RandomStream random_{11, "line_link"};
    void pass(double least_us, double most_us) {
        run(sc_core::sc_time(least_us + random_.uniform01() * (most_us - least_us), sc_core::SC_US));
    }
};

TEST_F(LineLink, CellsErrorsAndPhasesComeOutAsAtThePins) {
    fiber::Config span;
    span.length_m = 300;
    span.impairments.light_off_from_fs = 3'000'000'000'000;
    span.impairments.light_off_for_fs = 400'000'000'000;
    Twins twins({}, 80, span);
    pass(200, 400);  // taken over in the middle of a frame, with octets on the fiber
    twins.whole.hand_over_whole();
    for (unsigned i = 0; i < 250; ++i) {
        pass(1, 40);
        for (std::int64_t n = random_.uniform(0, 6); n > 0; --n) twins.send(i);
        if (random_.chance(0.1)) twins.b_clock.slip(static_cast<core::Femtoseconds>(random_.uniform01() * 1e10));
        if (random_.chance(0.2)) twins.expect_equal_registers();
    }
    pass(500, 501);
    twins.expect_equal();
    EXPECT_GT(twins.pins.events.size(), 3000u);
    EXPECT_LT(twins.whole.a.phy.activity().calls, twins.pins.a.phy.activity().calls / 4) << "the pins are still called";
}

TEST_F(LineLink, LoopbacksTimingInterruptsAndResetsAreFollowedOctetByOctet) {
    Config config;
    config.lof_ms = config.lcd_ms = 0.25;
    Twins twins(config, -60, {});
    twins.whole.hand_over_whole();
    constexpr std::uint8_t kMasterControl = 0x05, kRacpControl = 0x50, kTacpControl = 0x60, kRsop = 0x10, kReset = 0x00;
    for (unsigned i = 0; i < 60; ++i) {
        pass(20, 180);
        for (unsigned n = 0; n < 4; ++n) twins.send(4 * i + n);
        switch (random_.uniform(0, 7)) {
            case 0:
            case 1:
                twins.write(kMasterControl, static_cast<std::uint8_t>(random_.uniform(0, 7)));
                break;
            case 2:
                twins.write(kRsop, static_cast<std::uint8_t>(random_.uniform(0, 0x3F)));  // with FOOF and enables
                break;
            case 3:
                twins.write(kRacpControl, static_cast<std::uint8_t>(random_.uniform(0, 0x3F)));
                break;
            case 4:
                twins.write(kTacpControl, static_cast<std::uint8_t>(random_.uniform(0, 0x1F)));
                break;
            case 5:
                twins.write(kReset, 0x80), pass(1, 30), twins.write(kReset, 0);
                break;
            default:
                for (const std::uint8_t address : {kMasterControl, kRsop, kRacpControl, kTacpControl})
                    twins.write(address, address == kRacpControl || address == kTacpControl ? 0x04 : 0);
        }
        twins.expect_equal_registers();
    }
    twins.expect_equal();
}

}  // namespace
}  // namespace niclab::phy
