// Loopbacks and loop timing.
#include <gtest/gtest.h>

#include <set>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

constexpr std::uint8_t kControl = 0x05, kFixed = 0x20, kLineLoop = 0x04, kDiagnosticLoop = 0x02, kLoopTiming = 0x01;

class PhyLoop : public test::SimTest {
protected:
    void start(double ppm = 0) {
        bench = std::make_unique<test::LineBench>(Config{}, ppm);
        run(sc_time(1500, SC_US));
        ASSERT_TRUE(bench->a.phy.in_sync() && bench->b.phy.in_sync());
    }
    void send(test::LineEnd& end, std::uint16_t vci, unsigned cells) {
        for (unsigned i = 0; i < cells; ++i) end.source.wanted.push_back(test::make_cell(vci, i));
    }
    static unsigned received(const test::LineEnd& end, std::uint16_t vci) {
        unsigned n = 0;
        for (const auto& [cell, at] : end.received) n += cell.header().vci == vci;
        return n;
    }
    std::unique_ptr<test::LineBench> bench;
};

TEST_F(PhyLoop, DiagnosticGivesBackWhatIsSentAndStillSendsIt) {
    start();
    bench->a.phy.write(kControl, kFixed | kDiagnosticLoop);
    run(sc_time(1200, SC_US));
    ASSERT_TRUE(bench->a.phy.in_sync());
    send(bench->a, 0x100, 50);
    send(bench->b, 0x200, 50);
    run(sc_time(300, SC_US));
    EXPECT_EQ(received(bench->a, 0x100), 50u);
    EXPECT_EQ(received(bench->a, 0x200), 0u);
    EXPECT_EQ(received(bench->b, 0x100), 50u);
    bench->a.phy.write(kControl, kFixed);
    run(sc_time(1200, SC_US));
    send(bench->b, 0x201, 50);
    run(sc_time(300, SC_US));
    EXPECT_EQ(received(bench->a, 0x201), 50u);
}

TEST_F(PhyLoop, LineGivesBackWhatTheFarEndSent) {
    start();
    bench->b.phy.write(kControl, kFixed | kLineLoop);
    run(sc_time(1200, SC_US));
    ASSERT_TRUE(bench->a.phy.in_sync());
    send(bench->a, 0x100, 50);
    send(bench->b, 0x200, 50);
    run(sc_time(300, SC_US));
    EXPECT_EQ(received(bench->a, 0x100), 50u);
    EXPECT_EQ(received(bench->a, 0x200), 0u);
    EXPECT_EQ(received(bench->b, 0x100), 50u) << "the receiver still listens";
}

TEST_F(PhyLoop, LineLoopFollowsTheFarClock) {
    start(100);
    bench->b.phy.write(kControl, kFixed | kLineLoop);
    run(sc_time(2500, SC_US));
    const auto before = bench->a.phy.overhead_stats();
    run(sc_time(20'000, SC_US));
    const auto after = bench->a.phy.overhead_stats();
    EXPECT_TRUE(bench->a.phy.in_sync());
    EXPECT_EQ(after.b1_errors + after.b2_errors + after.b3_errors,
              before.b1_errors + before.b2_errors + before.b3_errors);
    EXPECT_EQ(bench->b_clock.period_fs(), bench->a_clock.period_fs());
}

TEST_F(PhyLoop, BothTogetherAreTheDiagnosticOne) {
    start();
    bench->a.phy.write(kControl, kFixed | kDiagnosticLoop | kLineLoop);
    run(sc_time(1200, SC_US));
    send(bench->a, 0x100, 10);
    run(sc_time(200, SC_US));
    EXPECT_EQ(received(bench->a, 0x100), 10u);
    EXPECT_EQ(received(bench->b, 0x100), 10u);
}

TEST_F(PhyLoop, LoopTimingTakesOverTheReceivedPeriodAndGivesItBack) {
    start(100);
    const auto own = bench->b_clock.period_fs();
    ASSERT_NE(own, bench->a_clock.period_fs());
    bench->b.phy.write(kControl, kFixed | kLoopTiming);
    run(sc_time(300, SC_US));
    EXPECT_EQ(bench->b_clock.period_fs(), bench->a_clock.period_fs());
    const auto slips = bench->b_clock.segments().size();
    const auto a = bench->a_clock.cycle(), b = bench->b_clock.cycle();
    send(bench->b, 0x200, 1000);
    run(sc_time(10'000, SC_US));
    EXPECT_NEAR(static_cast<double>(bench->a_clock.cycle() - a), static_cast<double>(bench->b_clock.cycle() - b), 1);
    EXPECT_EQ(bench->b_clock.segments().size(), slips) << "once is enough";
    EXPECT_EQ(received(bench->a, 0x200), 1000u);
    EXPECT_EQ(bench->a.phy.overhead_stats().b2_errors, 0u);
    bench->b.phy.write(kControl, kFixed);
    EXPECT_EQ(bench->b_clock.period_fs(), own);
}

TEST_F(PhyLoop, WithoutLoopTimingTheClocksDrift) {
    start(100);
    const auto a = bench->a_clock.cycle(), b = bench->b_clock.cycle();
    run(sc_time(10'000, SC_US));
    EXPECT_NEAR(static_cast<double>(bench->a_clock.cycle() - a) - static_cast<double>(bench->b_clock.cycle() - b), 19.4,
                1.1);
}

}  // namespace
}  // namespace niclab::phy
