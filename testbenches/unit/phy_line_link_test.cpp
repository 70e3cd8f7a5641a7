/// A line at transaction level compared with one at signal level: the same cells, alarms and
/// registers at the same times.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/line_twins.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using test::Pair;
using test::Twins;

class LineLink : public test::SimTest {
protected:
    base::RandomStream random_{11, "line_link"};
    void pass(double least_us, double most_us) {
        run(sc_core::sc_time(least_us + random_.uniform01() * (most_us - least_us), sc_core::SC_US));
    }
    /// A line that changes between signal level and transaction level during any activity, with
    /// errors and slips. Its wires have the levels that they would have, and nothing else shows the
    /// change.
    void back_and_forth(double metres) {
        fiber::Config span;
        span.length_m = metres;
        Twins twins({}, 80, span);
        pass(200, 400);
        bool whole = false;
        unsigned seen = 0;
        for (unsigned i = 0; i < 300; ++i) {
            pass(1, 40);
            if (!whole) {
                ASSERT_EQ(twins.pins.wires(), twins.whole.wires()) << i;
                ++seen;
                twins.whole.enter_transaction_level();
            }
            whole = !whole || !twins.whole.back_to_the_pins();
            for (std::int64_t n = random_.uniform(0, 6); n > 0; --n) twins.send(i);
            if (random_.chance(0.1)) twins.b_clock.slip(static_cast<core::Femtoseconds>(random_.uniform01() * 1e10));
            if (random_.chance(0.2)) twins.corrupt(static_cast<std::uint32_t>(random_.uniform(0, 300)), 0x10);
            if (random_.chance(0.2)) twins.expect_equal_registers();
            if (HasFailure()) return;
        }
        pass(500, 501);
        twins.expect_equal();
        twins.expect_equal_fibers();
        EXPECT_GT(seen, 120u);
    }
};

TEST_F(LineLink, BackAtThePinsTheWiresAreWhatTheyWouldBe) { back_and_forth(2); }
TEST_F(LineLink, BackAtThePinsALongFiberHasOnItWhatItWouldHave) { back_and_forth(1900); }

TEST_F(LineLink, CellsErrorsAndPhasesComeOutAsAtThePins) {
    fiber::Config span;
    span.length_m = 300;
    span.impairments.light_off_from_fs = 3'000'000'000'000;
    span.impairments.light_off_for_fs = 400'000'000'000;
    Twins twins({}, 80, span);
    pass(200, 400);  // taken over in the middle of a frame, with octets on the fiber
    twins.whole.enter_transaction_level();
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

/// A listener of several taps is called in the order of time: an octet that a tap reports is not
/// run late. Null cells, user cells and dropped ones follow each other in all orders.
TEST_F(LineLink, TapsAreToldWithTheirOctet) {
    Twins twins({}, 80, {});
    pass(400, 500);  // Out of SYNC the result of the search may be reported late.
    ASSERT_TRUE(twins.whole.a.phy.in_sync() && twins.whole.b.phy.in_sync());
    twins.whole.enter_transaction_level();
    for (unsigned i = 0; i < 60; ++i) {
        pass(1, 20);
        for (std::int64_t n = random_.uniform(0, 3); n > 0; --n) twins.send(i);
    }
    twins.expect_equal();
    EXPECT_EQ(twins.whole.late_taps, 0u);
}

/// An error that is received just before or just after the octet that would report it: neither end
/// may be ahead of the other. The clocks differ so much that a frame's begin meets all positions of
/// the received frame.
TEST_F(LineLink, WhatTheFarEndIsToldStandsInTheSameFrames) {
    fiber::Config span;
    span.length_m = 37;
    span.impairments.light_off_from_fs = 8'000'000'000'000;
    span.impairments.light_off_for_fs = 300'000'000'000;
    Twins twins({}, 13'000, span);
    pass(200, 400);
    twins.whole.enter_transaction_level();
    for (Pair* pair : {&twins.pins, &twins.whole}) pair->note_frames();
    for (unsigned i = 0; i < 900; ++i) {
        pass(5, 45);
        twins.corrupt(static_cast<std::uint32_t>(random_.uniform(0, 300)), static_cast<std::uint8_t>(1u << i % 8));
        if (i % 4 == 0) twins.expect_equal_fibers();
    }
    twins.expect_equal();
    EXPECT_GT(twins.pins.a.phy.overhead_stats().far_line_errors, 200u);
    EXPECT_GT(twins.pins.a_to_b.stats().dark_octets, 5000u);
}

TEST_F(LineLink, LoopbacksTimingInterruptsAndResetsAreFollowedOctetByOctet) {
    Config config;
    config.lof_ms = config.lcd_ms = 0.25;
    Twins twins(config, -60, {});
    twins.whole.enter_transaction_level();
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
