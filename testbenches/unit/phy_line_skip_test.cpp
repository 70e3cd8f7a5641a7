/// The skipping of frames with null cells only, compared with every octet of them at signal level.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "support/line_twins.h"
#include "support/repetitions.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using test::Event;
using test::Twins;

std::vector<Event> without_nulls(std::vector<Event> events) {
    const auto null = [](const Event& e) { return std::get<1>(e).find("null") != std::string::npos; };
    events.erase(std::remove_if(events.begin(), events.end(), null), events.end());
    return events;
}

class LineStretch : public test::SimTest {
protected:
    static constexpr core::Femtoseconds kUs = 1'000'000'000;
    base::RandomStream random_{21, "line_stretch"};

    void pass_us(double us) { run(sc_core::sc_time(us, sc_core::SC_US)); }
    void until(core::Femtoseconds t) {
        if (t > core::now_fs()) run(core::from_fs(t - core::now_fs()));
    }
    /// Both directions to shortly before `end`; the intervals that they skipped.
    std::uint64_t step_over(test::Pair& whole, core::Femtoseconds end) {
        std::uint64_t octets = 0;
        for (OctetLine* line : {&whole.there, &whole.back}) {
            for (unsigned i = 0; i < 1000 && !line->at_rest(); ++i)
                run(core::from_fs(Twins::kPeriod)), line->synchronize();
            EXPECT_TRUE(line->at_rest()) << "no row without a rest";
            octets += line->skip_idle(end).octets;
            line->reschedule();
        }
        return octets;
    }
    /// Microseconds up to that number after the begin of a frame.
    static double to_phase(const core::Clock& clock, double us) {
        const double frame = 2430 * clock.period_fs() / 1e9;
        const double now = (core::now_fs() - clock.segments().front().from_fs) / 1e9;
        return frame - std::fmod(now - us + frame, frame);
    }
    template <class Condition>
    void look_each(unsigned octets, test::Pair& whole, Condition until) {
        for (unsigned n = 0; n < 10'000 && !until(); ++n) {
            run(core::from_fs(octets * Twins::kPeriod));
            whole.there.synchronize(), whole.back.synchronize();
        }
        EXPECT_TRUE(until());
    }
    static bool nothing_moves(const test::Pair& p) {
        return p.there.carries_only_null_cells() && p.back.carries_only_null_cells();
    }
    static core::Femtoseconds idle_until(const test::Pair& p) {
        return std::min(p.there.idle_until(), p.back.idle_until());
    }
    static void expect_equal_counts(Twins& twins) {
        twins.expect_equal_registers();
        for (const auto& [p, w] :
             {std::pair{&twins.pins.a, &twins.whole.a}, std::pair{&twins.pins.b, &twins.whole.b}}) {
            EXPECT_EQ(p->phy.receive_stats().null_cells, w->phy.receive_stats().null_cells);
            EXPECT_EQ(p->phy.tacp().idle_cells(), w->phy.tacp().idle_cells());
            EXPECT_EQ(p->phy.overhead_stats().frames, w->phy.overhead_stats().frames);
            EXPECT_EQ(p->phy.overhead_stats().b1_errors, w->phy.overhead_stats().b1_errors);
        }
    }
    /// Intervals of random length, with cells between them that have errors of every kind.
    void compare(Twins& twins, unsigned stretches) {
        std::uint64_t octets = 0;
        unsigned passed = 0;
        pass_us(3300 + random_.uniform01() * 125);  // LOF's time has passed
        twins.whole.enter_transaction_level();
        for (unsigned i = 0; i < stretches; ++i) {
            pass_us(1500 + random_.uniform01() * 300);
            const auto end = core::now_fs() + static_cast<core::Femtoseconds>(random_.uniform(500, 4000)) * kUs;
            const bool still = nothing_moves(twins.whole);
            const core::Femtoseconds clear = still ? std::min(end, idle_until(twins.whole)) : core::now_fs();
            if (clear > core::now_fs() + 700 * kUs) octets += step_over(twins.whole, clear), ++passed;
            until(end);
            expect_equal_counts(twins);
            for (std::int64_t n = random_.uniform(1, 6); n > 0; --n) twins.send(i);
        }
        pass_us(500);
        twins.expect_equal_registers();
        EXPECT_TRUE(without_nulls(twins.pins.in_order()) == without_nulls(twins.whole.in_order()));
        EXPECT_TRUE(twins.pins.a.received == twins.whole.a.received);
        EXPECT_TRUE(twins.pins.b.received == twins.whole.b.received);
        EXPECT_GT(twins.pins.b.received.size(), stretches / 2);
        EXPECT_GT(passed, stretches / 2);
        EXPECT_GT(octets, passed * 2 * 5000u);
    }
};

TEST_F(LineStretch, IsAsIfEveryOctetHadBeenSent) {
    Twins twins({}, 80, {});
    compare(twins, test::repetitions(20));
}

TEST_F(LineStretch, WithOctetsOfSeveralFramesOnTheFiber) {
    fiber::Config span;
    span.length_m = 60'000;  // 5 800 octets
    Config config;
    config.pipeline_octets = 0;
    Twins twins(config, -35, span);
    compare(twins, test::repetitions(8, 2));
}

/// The effects of a user's cell, in the PHY at its end and in the FIFO before it, are awaited.
TEST_F(LineStretch, BeginsAsSoonAsNothingMoves) {
    fiber::Config span;
    span.length_m = 1500;  // 140 octets: more than until the next cell is in the transmit FIFO
    Twins twins({}, 80, span);
    pass_us(3300);
    twins.whole.enter_transaction_level();
    std::uint64_t octets = 0;
    constexpr std::uint32_t kCells = test::repetitions(20);
    for (std::uint32_t i = 1; i <= kCells; ++i) {
        // Thirteen cells are before it: it is sent near the end of a frame, so that few octets of
        // that frame are on the line.
        pass_us(to_phase(twins.b_clock, 80 + i * 0.6));
        for (test::Pair* pair : {&twins.pins, &twins.whole}) pair->b.source.wanted.push_back(test::make_cell(100, i));
        look_each(atm::kCellOctets / 2, twins.whole, [&] { return twins.whole.b.phy.tacp().nulls() == 0; });
        look_each(1, twins.whole, [&] { return nothing_moves(twins.whole); });
        const core::Femtoseconds end =
            core::now_fs() + static_cast<core::Femtoseconds>(random_.uniform(600, 900)) * kUs;
        octets += step_over(twins.whole, std::min(end, idle_until(twins.whole)));
        until(end);
        expect_equal_counts(twins);
        EXPECT_EQ(twins.whole.a.received.size(), i);
    }
    EXPECT_TRUE(twins.pins.a.received == twins.whole.a.received);
    EXPECT_GT(octets, kCells * 5000u);
}

TEST_F(LineStretch, EndsBeforeAnError) {
    fiber::Config span;
    span.length_m = 300;
    span.impairments.bit_error_rate = 3e-7;
    Twins twins({}, 10, span);
    std::uint64_t octets = 0;
    const auto errors = [&twins] {
        return twins.whole.a_to_b.stats().bit_errors + twins.whole.b_to_a.stats().bit_errors;
    };
    pass_us(3400);
    twins.whole.enter_transaction_level();
    while (core::now_fs() < 60'000 * kUs) {
        const std::uint64_t before = errors();
        pass_us(1600);  // Duration of an error on the line, in a parity or in a report.
        twins.whole.there.synchronize(), twins.whole.back.synchronize();
        if (!nothing_moves(twins.whole) || errors() != before) continue;
        const core::Femtoseconds end = std::min(idle_until(twins.whole), core::now_fs() + 9'000 * kUs);
        if (end > core::now_fs() + 700 * kUs) octets += step_over(twins.whole, end);
        until(end);
        expect_equal_counts(twins);
    }
    EXPECT_TRUE(without_nulls(twins.pins.in_order()) == without_nulls(twins.whole.in_order()));
    EXPECT_GT(octets, 200'000u);
    EXPECT_GT(twins.pins.a.phy.overhead_stats().b2_errors + twins.pins.b.phy.overhead_stats().b2_errors, 3u)
        << "no error came";
}

TEST_F(LineStretch, IsNotForWhoWantsEachOctet) {
    Twins twins({}, 0, {});
    unsigned reported = 0;
    twins.whole.there.observe_launch([](void* n, LineOctet, core::Femtoseconds) { ++*static_cast<unsigned*>(n); },
                                     &reported);
    pass_us(2000);
    twins.whole.enter_transaction_level();
    pass_us(2000);
    EXPECT_FALSE(twins.whole.there.carries_only_null_cells());
    EXPECT_TRUE(twins.whole.back.carries_only_null_cells());
}

}  // namespace
}  // namespace niclab::phy
