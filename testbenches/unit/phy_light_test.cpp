// Two whole PHYs: losses at one side are reported to the other; the time until all is normal again.
#include <gtest/gtest.h>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_US;

constexpr core::Femtoseconds kUs = 1'000'000'000;

class PhyLight : public test::SimTest {
protected:
    PhyLight() { run(sc_time(4500, SC_US)); }
    static double us(core::Femtoseconds t) { return static_cast<double>(t) / kUs; }
    static core::Femtoseconds when(const std::vector<test::FaultyBench::Event>& e, Alarm which, bool declared) {
        return test::FaultyBench::when(e, which, declared);
    }
    /// No light to B for `off_us`; returns when it went and came.
    std::pair<core::Femtoseconds, core::Femtoseconds> darken(double off_us) {
        bench.to_b.corrupt = [](std::uint8_t) { return std::uint8_t{0}; };
        const core::Femtoseconds off = core::now_fs();
        run(sc_time(off_us, SC_US));
        bench.to_b.corrupt = nullptr;
        return {off, core::now_fs()};
    }
    /// When cells are delineated and frames found, within `looks` of 50 ns; 0 never.
    core::Femtoseconds first_delineated(unsigned looks) {
        for (; looks > 0; --looks) {
            run(sc_time(50, SC_NS));
            if (bench.b.phy.read(0x50) < 0x80 && !bench.b.phy.alarm_active(Alarm::Oof)) return core::now_fs();
        }
        return 0;
    }
    test::FaultyBench bench;
};

TEST_F(PhyLight, NothingHappensOnAGoodLine) {
    for (const auto* events : {&bench.a_alarms, &bench.b_alarms})
        for (const auto& e : *events) EXPECT_TRUE(e.which == Alarm::Oof && !e.declared) << name(e.which);
    EXPECT_TRUE(bench.a.phy.in_sync());
    EXPECT_FALSE(bench.a.phy.interrupt());
}

TEST_F(PhyLight, ALongCutIsSeenAndReportedAndAllComesBackInTime) {
    const auto [off, on] = darken(5000);
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::Los, true) - off), 20.0, 0.3);
    EXPECT_EQ(when(bench.b_alarms, Alarm::Oof, true), when(bench.b_alarms, Alarm::Los, true)) << "no clock, no octets";
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::PathAis, true) - off), 20 + 2.5 * 125, 63) << "three frames of AIS";
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::Lof, true) - when(bench.b_alarms, Alarm::Oof, true)), 3000, 0.1);
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::Lcd, true) - off), 4000, 60.0) << "seven wrong headers and 4 ms";
    EXPECT_TRUE(bench.a.phy.alarm_active(Alarm::LineRdi));
    EXPECT_TRUE(bench.a.phy.alarm_active(Alarm::PathRdi));
    EXPECT_LT(us(when(bench.a_alarms, Alarm::LineRdi, true) - off), 20 + 6 * 125 + 5);
    const core::Femtoseconds delineated = first_delineated(80'000);
    const double los_clear = us(when(bench.b_alarms, Alarm::Los, false) - on);
    const double oof_clear = us(when(bench.b_alarms, Alarm::Oof, false) - on);
    const double lof_clear = us(when(bench.b_alarms, Alarm::Lof, false) - on);
    std::printf("light back: LOS clear %.1f us, in frame %.1f us, LOF clear %.1f us, delineated %.1f us\n", los_clear,
                oof_clear, lof_clear, us(delineated - on));
    EXPECT_LT(los_clear, 250 + 125.0);
    EXPECT_LT(oof_clear, 250 + 125.0);
    // Three equal pointers end the path AIS. A hunt may start just after a header: two cells; then
    // DELTA of them, each with up to one gap.
    EXPECT_LT(us(delineated - on), lof_clear + 3 * 125 + (2 + 6) * 63 * 0.05144 + 125);
    run(sc_time(8000, SC_US));
    for (const auto* end : {&bench.a, &bench.b})
        for (unsigned i = 0; i < kAlarms; ++i)
            EXPECT_FALSE(end->phy.alarm_active(static_cast<Alarm>(i))) << name(static_cast<Alarm>(i));
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::Lof, false)) - us(when(bench.b_alarms, Alarm::Oof, false)), 3000, 0.1);
}

TEST_F(PhyLight, AfterAShortCutDelineationTakesTwoFramesOneHuntAndSixCells) {
    const auto [off, on] = darken(100);
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Los));
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Oof));
    EXPECT_GE(bench.b.phy.read(0x50), 0x80);
    const core::Femtoseconds delineated = first_delineated(20'000);
    const core::Femtoseconds los_clear = when(bench.b_alarms, Alarm::Los, false);
    EXPECT_EQ(when(bench.b_alarms, Alarm::Oof, false), los_clear);
    EXPECT_LT(us(los_clear - on), 250 + 3.0);
    EXPECT_EQ(when(bench.b_alarms, Alarm::PathAis, true), 0u) << "AIS for fewer than three frames";
    const double cells = us(delineated - los_clear) / (424 / 149.76);
    std::printf("light back after 100 us: LOS clear after %.1f us, delineated %.2f cells later\n", us(los_clear - on),
                cells);
    EXPECT_GT(cells, 6.0);
    EXPECT_LT(cells, 8.8) << "up to one cell of hunt, six cells and a header";
}

TEST_F(PhyLight, NoCellPassesWhileAnAlarmOfLineOrPathStands) {
    unsigned passed = 0, under_alarm = 0;
    bench.b.phy.null_dropped().listen([&](core::Femtoseconds, const atm::Header&) {
        ++passed;
        for (const Alarm which : {Alarm::Los, Alarm::Oof, Alarm::Lof, Alarm::LineAis, Alarm::Lop, Alarm::PathAis})
            under_alarm += bench.b.phy.alarm_active(which);
    });
    for (const double off_us : {100.0, 1000.0, 4000.0}) {
        passed = under_alarm = 0;
        darken(off_us);
        run(sc_time(5000, SC_US));
        EXPECT_GT(passed, 100u) << off_us;
        EXPECT_EQ(under_alarm, 0u) << off_us;
    }
}

TEST_F(PhyLight, WrongHeadersLoseDelineationAfterSevenAndAreAnAlarmAfterFourMilliseconds) {
    bench.a.phy.write(0x60, 0x14);  // DHCS
    run(sc_time(100, SC_US));
    EXPECT_EQ(bench.b.phy.receive_stats().hcs_uncorrected, 6u) << "the seventh in a row leaves SYNC";
    EXPECT_FALSE(bench.b.phy.alarm_active(Alarm::Lcd));
    const core::Femtoseconds lost = core::now_fs();
    run(sc_time(3890, SC_US));
    EXPECT_FALSE(bench.b.phy.alarm_active(Alarm::Lcd));
    run(sc_time(100, SC_US));
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Lcd));
    EXPECT_NEAR(us(when(bench.b_alarms, Alarm::Lcd, true) - lost), 4000 - 80, 25);
    EXPECT_FALSE(bench.a.phy.alarm_active(Alarm::PathRdi)) << "delineation is not the path's business";
    bench.a.phy.write(0x60, 0x04);
    run(sc_time(3900, SC_US));
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Lcd));
    run(sc_time(200, SC_US));
    EXPECT_FALSE(bench.b.phy.alarm_active(Alarm::Lcd));
}

TEST_F(PhyLight, WithoutAPathDelineationIsLostAtOnce) {
    bench.a.phy.write(0x40, 0x01);  // PAIS
    run(sc_time(600, SC_US));
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::PathAis));
    EXPECT_FALSE(bench.b.phy.in_sync());
    bench.a.phy.write(0x40, 0x00);
    run(sc_time(600, SC_US));
    EXPECT_TRUE(bench.b.phy.in_sync());
    bench.a.phy.write(0x45, 0xF2), bench.a.phy.write(0x46, 0x93);  // 1010
    bench.a.phy.write(0x41, 0x40);                                 // FTPTR
    run(sc_time(900, SC_US));
    EXPECT_TRUE(bench.b.phy.in_sync()) << "seven frames";
    run(sc_time(300, SC_US));
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Lop));
    EXPECT_FALSE(bench.b.phy.in_sync());
}

TEST_F(PhyLight, AutomaticReportsObeyTheirBits) {
    bench.b.phy.write(0x01, 0x00);
    darken(2000);
    EXPECT_TRUE(bench.b.phy.alarm_active(Alarm::Los));
    EXPECT_FALSE(bench.a.phy.alarm_active(Alarm::LineRdi));
    EXPECT_FALSE(bench.a.phy.alarm_active(Alarm::PathRdi));
    run(sc_time(2000, SC_US));
    bench.b.phy.write(0x01, 0x20);
    darken(2000);
    EXPECT_TRUE(bench.a.phy.alarm_active(Alarm::LineRdi));
    EXPECT_FALSE(bench.a.phy.alarm_active(Alarm::PathRdi));
    bench.b.phy.write(0x01, 0x10);
    run(sc_time(1000, SC_US));
    darken(2000);
    EXPECT_FALSE(bench.a.phy.alarm_active(Alarm::LineRdi));
    EXPECT_TRUE(bench.a.phy.alarm_active(Alarm::PathRdi));
}

TEST_F(PhyLight, FarEndCountsWhatTheNearEndFound) {
    unsigned n = 0;
    bench.to_b.corrupt = [&n](std::uint8_t octet) {
        return static_cast<std::uint8_t>(++n % 9973 == 0 ? octet ^ 0x21 : octet);
    };
    run(sc_time(5000, SC_US));
    bench.to_b.corrupt = nullptr;
    run(sc_time(500, SC_US));
    const auto near = bench.b.phy.overhead_stats(), far = bench.a.phy.overhead_stats();
    EXPECT_GT(near.b2_errors, 10u);
    EXPECT_EQ(far.far_line_errors, near.b2_errors);
    EXPECT_EQ(far.far_path_errors, near.b3_errors);
    bench.b.phy.write(0x01, 0x30);  // AUTOFEBE off
    bench.to_b.corrupt = [&n](std::uint8_t octet) {
        return static_cast<std::uint8_t>(++n % 9973 == 0 ? octet ^ 0x21 : octet);
    };
    run(sc_time(5000, SC_US));
    EXPECT_EQ(bench.a.phy.overhead_stats().far_line_errors, far.far_line_errors);
    EXPECT_GT(bench.b.phy.overhead_stats().b2_errors, near.b2_errors);
}

}  // namespace
}  // namespace niclab::phy
