// Alarms of the receive side, each at the octet or frame it may not come yet and at the one it must.
#include <gtest/gtest.h>

#include "support/line_bench.h"

namespace niclab::phy {
namespace {

constexpr unsigned kFrameOctets = sonet::kSts3c.frame_octets;
using test::LinePair;

constexpr unsigned kLosOctets = 389;  // 20 us
constexpr unsigned kThreeMs = 24 * kFrameOctets;

/// Zeros for `length` octets, with a signal just before and after.
auto dark(unsigned from, unsigned length) {
    return [=](unsigned n, std::uint8_t octet) {
        if (n >= from && n < from + length) return std::uint8_t{0};
        return n + 1 == from || n == from + length ? std::uint8_t{0xFF} : octet;
    };
}

/// The first A1 of some frames is wrong.
template <class Frames>
auto wrong_frames(Frames frames) {
    return [=](unsigned n, std::uint8_t octet) {
        return static_cast<std::uint8_t>(n % kFrameOctets == 0 && frames(n / kFrameOctets) ? octet ^ 1 : octet);
    };
}

TEST(PhyLos, OneOctetTooFewIsNotALoss) {
    LinePair line;
    line.corrupt = dark(20'000, kLosOctets - 1);
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Los, true), ~0u);
}

TEST(PhyLos, TwentyMicrosecondsOfZerosAreALossUntilTwoFramingPatterns) {
    LinePair line;
    line.corrupt = dark(20'000, kLosOctets);
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Los, true), 20'000 + kLosOctets - 1);
    const unsigned next_frame = (20'000 / kFrameOctets + 1) * kFrameOctets;
    EXPECT_EQ(line.when(Alarm::Los, false), next_frame + kFrameOctets + 5);
    EXPECT_FALSE(line.alarms.active(Alarm::Oof));
}

TEST(PhyLos, ANewLossBetweenThePatternsKeepsIt) {
    LinePair line;
    const unsigned second = 9 * kFrameOctets + 700;
    line.corrupt = [first = dark(20'000, 1000), again = dark(second, kLosOctets)](unsigned n, std::uint8_t octet) {
        return again(n, first(n, octet));
    };
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Los, false), 11 * kFrameOctets + 5);
}

TEST(PhyLos, TheTimeIsAParameter) {
    Config config;
    config.los_us = 100;
    LinePair line(config);
    line.corrupt = dark(20'000, 1943);
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Los, true), ~0u);
    line.corrupt = dark(60'000, 1944);
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Los, true), 60'000u + 1943);
}

TEST(PhyFrame, ThreeWrongPatternsAreNotOutOfFrameFourAre) {
    LinePair line;
    line.corrupt = wrong_frames([](unsigned f) { return (f >= 10 && f < 13) || (f >= 20 && f < 24); });
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Oof, true), ~0u);
    line.run_frames(10);
    EXPECT_EQ(line.when(Alarm::Oof, true), 23 * kFrameOctets + 5);
    EXPECT_EQ(line.when(Alarm::Oof, false), 25 * kFrameOctets + 5) << "two good ones";
}

TEST(PhyFrame, OutOfFrameEndsWithTwoGoodPatternsInARow) {
    LinePair line;
    line.corrupt = wrong_frames([](unsigned f) { return f >= 10 && f < 24 && f != 20 && f != 22; });
    line.run_frames(30);
    EXPECT_EQ(line.when(Alarm::Oof, true), 13 * kFrameOctets + 5);
    EXPECT_EQ(line.when(Alarm::Oof, false), 25 * kFrameOctets + 5);
}

TEST(PhyFrame, LossAfterThreeMillisecondsAndBackAfterThreeInFrame) {
    LinePair line;
    line.corrupt = wrong_frames([](unsigned f) { return f >= 40 && f < 90; });
    line.run_frames(150);
    const unsigned out = line.when(Alarm::Oof, true), in = line.when(Alarm::Oof, false);
    EXPECT_EQ(line.when(Alarm::Lof, true), out + kThreeMs);
    EXPECT_EQ(line.when(Alarm::Lof, false), in + kThreeMs);
}

TEST(PhyFrame, OneFrameLessIsNoLoss) {
    LinePair line;
    line.corrupt = wrong_frames([](unsigned f) { return f >= 40 && f < 66; });
    line.run_frames(150);
    EXPECT_EQ(line.when(Alarm::Oof, false) - line.when(Alarm::Oof, true), kThreeMs);
    EXPECT_EQ(line.when(Alarm::Lof, true), line.when(Alarm::Oof, false)) << "the very octet";
    LinePair shorter;
    shorter.corrupt = wrong_frames([](unsigned f) { return f >= 40 && f < 65; });
    shorter.run_frames(150);
    EXPECT_EQ(shorter.when(Alarm::Lof, true), ~0u);
}

TEST(PhyFrame, IntermittentOutOfFrameAddsUp) {
    LinePair line;
    // Out of frame from the 4th wrong to the 2nd good pattern: 14 frames out, 6 in, and so on.
    line.corrupt = wrong_frames([](unsigned f) { return f >= 40 && f < 140 && (f - 40) % 20 < 16; });
    line.run_frames(150);
    unsigned out = 0, since = 0;
    for (const auto& e : line.events) {
        if (e.which == Alarm::Lof && e.declared) out += e.octet - since;
        if (e.which == Alarm::Lof) break;
        if (e.which != Alarm::Oof || e.octet < 40 * kFrameOctets) continue;
        if (e.declared)
            since = e.octet;
        else
            out += e.octet - since;
    }
    EXPECT_EQ(out, kThreeMs);
    EXPECT_NE(line.when(Alarm::Lof, true), ~0u);
}

TEST(PhyFrame, AShiftedFrameIsFoundAgain) {
    LinePair line;
    line.run_frames(10);
    const auto octet = line.tx.next(0, line.report);  // lost on the way
    (void)octet;
    line.run_frames(20);
    EXPECT_TRUE(line.rx.in_frame());
    EXPECT_EQ(line.rx.out_of_frame_events(), 1u);
}

class PhyDefects : public ::testing::Test {
protected:
    /// Runs ten frames, `frames` with the control, and forty without.
    void disturb(const TransmitControl& control, unsigned frames) {
        line.run_frames(10);
        line.tx.control(control);
        line.run_frames(frames);
        line.tx.control({});
        line.run_frames(40);
    }
    LinePair line;
};

TEST_F(PhyDefects, FourFramesOfLineRdiAreFiltered) {
    TransmitControl control;
    control.line_rdi = true;
    disturb(control, 4);
    EXPECT_EQ(line.when(Alarm::LineRdi, true), ~0u);
}

TEST_F(PhyDefects, FiveFramesOfLineRdiAreNot) {
    TransmitControl control;
    control.line_rdi = true;
    disturb(control, 5);
    const unsigned k2 = 4 * sonet::kSts3c.columns + 6;
    EXPECT_EQ(line.when(Alarm::LineRdi, true), 14 * kFrameOctets + k2);
    EXPECT_EQ(line.when(Alarm::LineRdi, false), 19 * kFrameOctets + k2);
}

TEST_F(PhyDefects, LineAisBringsPathAisAndNoParityErrors) {
    TransmitControl control;
    control.line_ais = true;
    disturb(control, 20);
    EXPECT_EQ(line.when(Alarm::LineAis, true), 14 * kFrameOctets + 4 * sonet::kSts3c.columns + 6);
    EXPECT_EQ(line.when(Alarm::PathAis, true), 12 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
    EXPECT_FALSE(line.alarms.active(Alarm::LineAis));
    EXPECT_FALSE(line.alarms.active(Alarm::PathAis));
    EXPECT_EQ(line.when(Alarm::Oof, true), ~0u) << "the section overhead is in order";
    EXPECT_EQ(line.when(Alarm::Lop, true), ~0u);
}

TEST_F(PhyDefects, LineAisInK2AloneGoesOnToThePath) {
    TransmitControl control;
    control.k2 = 0x07;  // pointer and SPE are in order
    line.run_frames(10);
    line.tx.control(control);
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::LineAis, true), 14 * kFrameOctets + 4 * sonet::kSts3c.columns + 6);
    EXPECT_EQ(line.when(Alarm::PathAis, true), 17 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
    const std::size_t before = line.received.size();
    line.run_frames(5);
    EXPECT_EQ(line.received.size(), before);
    line.tx.control({});
    line.run_frames(40);
    EXPECT_FALSE(line.alarms.active(Alarm::LineAis));
    EXPECT_FALSE(line.alarms.active(Alarm::PathAis));
    EXPECT_GT(line.received.size(), before);
}

TEST_F(PhyDefects, TwoFramesOfPathAisAreNotEnough) {
    TransmitControl control;
    control.path_ais = true;
    disturb(control, 2);
    EXPECT_EQ(line.when(Alarm::PathAis, true), ~0u);
}

TEST_F(PhyDefects, ThreeFramesOfPathAisStopThePayload) {
    TransmitControl control;
    control.path_ais = true;
    line.run_frames(10);
    line.tx.control(control);
    line.run_frames(10);
    EXPECT_EQ(line.when(Alarm::PathAis, true), 12 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
    const std::size_t before = line.received.size();
    line.run_frames(5);
    EXPECT_EQ(line.received.size(), before);
    line.tx.control({});
    line.run_frames(10);
    EXPECT_EQ(line.when(Alarm::PathAis, false), 27 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
    EXPECT_GT(line.received.size(), before);
    EXPECT_EQ(line.rx.stats().b2_errors, 0u);
}

TEST_F(PhyDefects, PathRdiIsFilteredOverFiveFrames) {
    TransmitControl control;
    control.path_rdi = true;
    disturb(control, 5);
    const unsigned g1 = 3 * sonet::kSts3c.columns + 9;
    EXPECT_EQ(line.when(Alarm::PathRdi, true), 14 * kFrameOctets + g1);
    EXPECT_EQ(line.when(Alarm::PathRdi, false), 19 * kFrameOctets + g1);
    LinePair shorter;
    shorter.run_frames(10);
    shorter.tx.control(control);
    shorter.run_frames(4);
    shorter.tx.control({});
    shorter.run_frames(40);
    EXPECT_EQ(shorter.when(Alarm::PathRdi, true), ~0u);
}

TEST_F(PhyDefects, AnIllegalPointerIsALossAfterEightFrames) {
    TransmitControl control;
    control.pointer.forced = true;
    control.pointer.arbitrary = 1010;  // neither an increment nor a decrement of 522
    disturb(control, 7);
    EXPECT_EQ(line.when(Alarm::Lop, true), ~0u);
    LinePair longer;
    longer.run_frames(10);
    longer.tx.control(control);
    longer.run_frames(8);
    longer.tx.control({});
    longer.run_frames(10);
    EXPECT_EQ(longer.when(Alarm::Lop, true), 17 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
    EXPECT_EQ(longer.when(Alarm::Lop, false), 20 * kFrameOctets + 3 * sonet::kSts3c.columns + 5);
}

TEST_F(PhyDefects, ErrorsForcedByTheTransmitterAreCountedInFull) {
    TransmitControl control;
    control.wrong_section = control.wrong_line = control.wrong_path = true;
    disturb(control, 10);
    EXPECT_EQ(line.rx.stats().b1_errors, 80u);
    EXPECT_EQ(line.rx.stats().b2_errors, 240u);
    EXPECT_EQ(line.rx.stats().b3_errors, 80u);
    EXPECT_EQ(line.rx.stats().b2_frames, 10u);
    EXPECT_EQ(line.rx.stats().b3_frames, 10u);
}

TEST_F(PhyDefects, EachErrorIsToldToTheFarEndOnce) {
    line.report.line_errors = 61;
    line.report.path_errors = 19;
    line.run_frames(20);
    EXPECT_EQ(line.rx.stats().far_line_errors, 61u - 24) << "the first frame is for finding the second";
    EXPECT_EQ(line.rx.stats().far_path_errors, 0u) << "nor is there a pointer yet";
    line.report.line_errors += 49;
    line.report.path_errors += 17;
    line.run_frames(20);
    EXPECT_EQ(line.rx.stats().far_line_errors, 61u - 24 + 49);
    EXPECT_EQ(line.rx.stats().far_path_errors, 17u);
}

TEST_F(PhyDefects, TheSignalLabelCountsAfterFiveFrames) {
    line.run_frames(10);
    EXPECT_EQ(line.rx.signal_label(), 0x13);
    TransmitControl control;
    control.signal_label = 0x01;
    line.tx.control(control);
    line.run_frames(4);
    EXPECT_EQ(line.rx.signal_label(), 0x13);
    line.run_frames(1);
    EXPECT_EQ(line.rx.signal_label(), 0x01);
}

TEST_F(PhyDefects, AlarmsHaveNames) {
    EXPECT_STREQ(name(Alarm::Los), "LOS");
    EXPECT_STREQ(name(Alarm::LineAis), "LAIS");
    EXPECT_STREQ(name(Alarm::Lcd), "LCD");
}

}  // namespace
}  // namespace niclab::phy
