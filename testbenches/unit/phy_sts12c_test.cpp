// STS-12c between a transmitter and a receiver: the position of each octet of overhead, and the
// dependence on the line's rate.
#include <gtest/gtest.h>

#include "support/line_bench.h"

namespace niclab::phy {
namespace {

using test::LinePair;

constexpr unsigned kColumns = 1080, kOctets = 9720, kPayloadOfFrame = 9360;

Config sts12c() {
    Config config;
    config.format = sonet::kSts12c;
    return config;
}

class PhySts12c : public ::testing::Test {
protected:
    PhySts12c() {
        line.rx.frame.connect([this](const Frame& frame) { frames.push_back(frame); });
    }
    static std::uint8_t at(const Frame& frame, unsigned row, unsigned column) { return frame[row * kColumns + column]; }
    void expect_payload_in_order(std::size_t at_least) const {
        ASSERT_GE(line.received.size(), at_least);
        for (std::size_t i = 1; i < line.received.size(); ++i)
            ASSERT_EQ(static_cast<std::uint8_t>(line.received[i] - line.received[i - 1]), 7) << i;
    }
    LinePair line{sts12c()};
    std::vector<Frame> frames;
};

TEST_F(PhySts12c, EachOctetOfOverheadHasItsPlace) {
    line.run_frames(10);
    ASSERT_GE(frames.size(), 7u);
    const Frame& f = frames.back();
    ASSERT_EQ(f.size(), kOctets);
    for (unsigned i = 0; i < 12; ++i) {
        EXPECT_EQ(at(f, 0, i), 0xF6) << i;
        EXPECT_EQ(at(f, 0, 12 + i), 0x28) << i;
        EXPECT_EQ(at(f, 0, 24 + i), i + 1) << "J0 and Z0";
        EXPECT_EQ(at(f, 3, i), i == 0 ? 0x62 : 0x93) << "H1 " << i;
        EXPECT_EQ(at(f, 3, 12 + i), i == 0 ? 0x0A : 0xFF) << "H2 " << i;
        EXPECT_EQ(at(f, 3, 24 + i), 0) << "H3 " << i;
    }
    EXPECT_EQ(at(f, 0, 36), 0) << "J1";
    EXPECT_EQ(at(f, 2, 36), 0x13) << "C2";
    for (unsigned row = 0; row < 9; ++row)
        for (unsigned column = 37; column < 40; ++column) EXPECT_EQ(at(f, row, column), 0) << "fixed stuff " << row;
    for (unsigned column = 41; column < kColumns; ++column)
        ASSERT_EQ(static_cast<std::uint8_t>(at(f, 1, column) - at(f, 1, column - 1)), 7) << "payload " << column;
}

TEST_F(PhySts12c, ParitiesHoldBip96Too) {
    line.run_frames(10);
    const std::uint8_t* scrambler = sonet::frame_scrambler(sonet::kSts12c, true);
    for (std::size_t n = 1; n < frames.size(); ++n) {
        const Frame &before = frames[n - 1], &now = frames[n];
        std::uint8_t b1 = 0, b3 = 0;
        std::array<std::uint8_t, 12> b2{};
        for (unsigned i = 0; i < kOctets; ++i) {
            const unsigned row = i / kColumns, column = i % kColumns;
            b1 ^= before[i] ^ scrambler[i];
            if (row >= 3 || column >= 36) b2[i % 12] ^= before[i];
            if (column >= 36) b3 ^= before[i];
        }
        ASSERT_EQ(at(now, 1, 0), b1);
        ASSERT_EQ(at(now, 1, 36), b3);
        for (unsigned i = 0; i < 12; ++i) ASSERT_EQ(at(now, 4, i), b2[i]) << i;
    }
    EXPECT_EQ(line.rx.stats().b1_errors + line.rx.stats().b2_errors + line.rx.stats().b3_errors, 0u);
}

TEST_F(PhySts12c, EachOfTheNinetySixParitiesIsToldInM1) {
    line.run_frames(6);
    const unsigned frame = 8;
    // One bit in each of the twelve lanes of the ninth frame, in the last row.
    line.corrupt = [](unsigned i, std::uint8_t octet) {
        const unsigned place = i - frame * kOctets;
        return static_cast<std::uint8_t>(place >= 8 * kColumns + 100 && place < 8 * kColumns + 112 ? octet ^ 0x20
                                                                                                   : octet);
    };
    line.run_frames(5);
    EXPECT_EQ(line.rx.stats().b2_errors, 12u);
    EXPECT_EQ(line.rx.stats().b2_frames, 1u);
    line.corrupt = nullptr;
    line.report.line_errors = 100;
    line.run_frames(2);
    EXPECT_EQ(at(frames[frames.size() - 1], 8, 14) + at(frames[frames.size() - 2], 8, 14), 100);
    EXPECT_EQ(std::max(at(frames[frames.size() - 1], 8, 14), at(frames[frames.size() - 2], 8, 14)), 96);
    EXPECT_EQ(line.rx.stats().far_line_errors, 100u);
}

TEST_F(PhySts12c, PayloadFlowsThroughPointerMoves) {
    TransmitControl control;
    control.pointer.fixed = false;
    line.tx.control(control);
    line.run_frames(8);
    for (const bool up : {true, true, false, false, false, true}) {
        (up ? line.tx.pointer().requests().increment : line.tx.pointer().requests().decrement) = true;
        line.run_frames(5);
    }
    EXPECT_EQ(line.rx.stats().pointer_increments, 3u);
    EXPECT_EQ(line.rx.stats().pointer_decrements, 3u);
    EXPECT_EQ(line.rx.stats().b2_errors + line.rx.stats().b3_errors, 0u);
    expect_payload_in_order(34 * kPayloadOfFrame);
}

TEST_F(PhySts12c, AnIncrementTakesTwelveOctetsOfPayload) {
    TransmitControl control;
    control.pointer.fixed = false;
    line.tx.control(control);
    line.run_frames(10);
    const unsigned sent = line.next_payload;
    line.run_frames(1);
    EXPECT_EQ(line.next_payload - sent, kPayloadOfFrame);
    line.tx.pointer().requests().increment = true;
    line.run_frames(1);
    EXPECT_EQ(line.next_payload - sent, 2 * kPayloadOfFrame - 12);
}

TEST(PhySts12cAlone, WithoutACaptureItIsTheSame) {
    LinePair line(sts12c());
    line.run_frames(30);
    ASSERT_GE(line.received.size(), 26 * kPayloadOfFrame);
    for (std::size_t i = 1; i < line.received.size(); ++i)
        ASSERT_EQ(static_cast<std::uint8_t>(line.received[i] - line.received[i - 1]), 7) << i;
    EXPECT_EQ(line.rx.stats().b1_errors + line.rx.stats().b2_errors + line.rx.stats().b3_errors, 0u);
}

TEST(PhySts12cAlone, AlarmsTakeAsLongAsOnASlowerLine) {
    LinePair line(sts12c());
    constexpr unsigned kFrom = 400'000, kLos = 1555;  // 20 us of 77.76 MHz
    line.corrupt = [](unsigned i, std::uint8_t octet) { return i >= kFrom ? std::uint8_t{0} : octet; };
    line.run_frames(60);
    EXPECT_EQ(line.when(Alarm::Los, true), kFrom + kLos - 1);
    const unsigned out = line.when(Alarm::Oof, true);
    EXPECT_EQ(out, kFrom + kLos - 1) << "with LOS the search begins";
    line.run_frames(20);
    EXPECT_EQ(line.when(Alarm::Lof, true), out + 24 * kOctets) << "3 ms";
}

TEST(PhySts12cAlone, ItsFramesAreNothingToAReceiverOfSts3c) {
    LinePair line(sts12c());
    ReceiveOverhead other(line.alarms, line.watch, line.interrupts, {});
    for (unsigned i = 0; i < 20 * kOctets; ++i) {
        const std::uint8_t payload = line.tx.wants_payload() ? static_cast<std::uint8_t>(i) : std::uint8_t{0};
        other.take(line.tx.next(payload, line.report));
        ASSERT_FALSE(other.in_frame()) << i;
    }
}

}  // namespace
}  // namespace niclab::phy
