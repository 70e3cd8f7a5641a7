// The octets of whole frames: SONET and SDH, section trace, and captures of what was received.
#include <gtest/gtest.h>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

struct Captured {
    Frame frame;
    core::Femtoseconds first_a1;
};

class PhyFrames : public test::SimTest {
protected:
    static void capture(test::LineEnd& end, std::vector<Captured>& frames) {
        end.phy.received_frame.listen([&frames](core::Femtoseconds at, const Frame& frame) {
            frames.push_back({frame, at});
        });
    }
    static std::uint8_t at(const Frame& frame, unsigned row, unsigned column) {
        return frame[row * sonet::kSts3c.columns + column];
    }
    static std::vector<std::uint8_t> overhead(const Frame& frame, unsigned row) {
        return {frame.begin() + row * sonet::kSts3c.columns, frame.begin() + row * sonet::kSts3c.columns + 9};
    }
};

using Octets = std::vector<std::uint8_t>;

TEST_F(PhyFrames, SonetFramesAsTheStandardHasThem) {
    test::LineBench bench;
    std::vector<Captured> frames;
    capture(bench.b, frames);
    run(sc_time(2000, SC_US));
    ASSERT_GE(frames.size(), 12u);
    const Frame& f = frames[10].frame;
    EXPECT_EQ(overhead(f, 0), (Octets{0xF6, 0xF6, 0xF6, 0x28, 0x28, 0x28, 0x01, 0x02, 0x03}));
    EXPECT_EQ(overhead(f, 3), (Octets{0x62, 0x93, 0x93, 0x0A, 0xFF, 0xFF, 0x00, 0x00, 0x00}));
    EXPECT_EQ(overhead(f, 2), Octets(9, 0));
    EXPECT_EQ(at(f, 0, 9), 0x00) << "J1";
    EXPECT_EQ(at(f, 2, 9), 0x13) << "C2";
    EXPECT_EQ(at(f, 3, 9), 0x00) << "G1";
}

TEST_F(PhyFrames, ParitiesOfCapturedFramesHold) {
    test::LineBench bench;
    std::vector<Captured> frames;
    capture(bench.b, frames);
    run(sc_time(2000, SC_US));
    for (std::size_t n = 3; n < frames.size(); ++n) {
        const Frame &before = frames[n - 1].frame, &now = frames[n].frame;
        std::uint8_t b1 = 0, b3 = 0;
        std::array<std::uint8_t, 3> b2{};
        for (unsigned i = 0; i < sonet::kSts3c.frame_octets; ++i) {
            const unsigned row = i / sonet::kSts3c.columns, column = i % sonet::kSts3c.columns;
            b1 ^= before[i] ^ sonet::frame_scrambler(sonet::kSts3c, true)[i];
            if (row >= 3 || column >= 9) b2[i % 3] ^= before[i];
            if (column >= 9) b3 ^= before[i];
        }
        ASSERT_EQ(at(now, 1, 0), b1);
        ASSERT_EQ(at(now, 1, 9), b3);
        for (unsigned i = 0; i < 3; ++i) ASSERT_EQ(at(now, 4, i), b2[i]);
    }
}

TEST_F(PhyFrames, FramesAreTimedByTheirFirstA1OnTheLine) {
    test::LineBench bench;
    std::vector<Captured> frames;
    capture(bench.b, frames);
    std::vector<core::Femtoseconds> launched;
    bool mark = false;
    for (int i = 0; i < 2000 * 19; ++i) {
        run(sc_time::from_value(test::LineBench::kPeriod));
        const bool now = bench.b_arrive.pins.frame.read();
        if (now && !mark) launched.push_back(core::now_fs());
        mark = now;
    }
    ASSERT_GE(frames.size(), 10u);
    for (std::size_t i = 1; i < frames.size(); ++i)
        EXPECT_EQ(frames[i].first_a1 - frames[i - 1].first_a1, sonet::kSts3c.frame_octets * test::LineBench::kPeriod);
    bool found = false;
    for (const auto t : launched)
        found |=
            frames[5].first_a1 + test::LineBench::kPeriod > t && frames[5].first_a1 < t + 2 * test::LineBench::kPeriod;
    EXPECT_TRUE(found) << "within an octet time of the mark on the wire";
}

TEST_F(PhyFrames, WhoeverListensChangesNothing) {
    test::LineBench bench;
    std::vector<Captured> frames;
    capture(bench.b, frames);
    run(sc_time(1500, SC_US));
    for (unsigned i = 0; i < 100; ++i) {
        bench.a.source.wanted.push_back(test::make_cell(0x40, i));
        bench.b.source.wanted.push_back(test::make_cell(0x40, i));
    }
    run(sc_time(400, SC_US));
    ASSERT_EQ(bench.b.received.size(), 100u);
    ASSERT_EQ(bench.a.received.size(), 100u);
    EXPECT_EQ(bench.b.phy.overhead_stats().b2_errors, 0u);
    // A, which has no listener, is as late relative to B's sender as B is to A's.
    const auto there = bench.b.received[50].second - bench.a.sent[50].second;
    const auto back = bench.a.received[50].second - bench.b.sent[50].second;
    EXPECT_LE(there > back ? there - back : back - there, 12 * test::LineBench::kPeriod);
}

class PhySdh : public PhyFrames, public ::testing::WithParamInterface<std::pair<bool, bool>> {};

TEST_P(PhySdh, BothEndsUnderstandBoth) {
    Config config;
    config.sdh = GetParam().first;
    config.j0 = 0x89;
    config.z0 = {0xAA, 0xAB};
    test::LineBench bench(config);
    if (GetParam().first != GetParam().second)  // One end is set to the other standard.
        bench.b.phy.write(0x46,
                          static_cast<std::uint8_t>((bench.b.phy.read(0x46) & 0xF3) | (GetParam().second ? 8 : 0)));
    std::vector<Captured> at_a, at_b;
    capture(bench.a, at_a), capture(bench.b, at_b);
    run(sc_time(1500, SC_US));
    for (const auto& [frames, sdh] : {std::pair{&at_b, GetParam().first}, std::pair{&at_a, GetParam().second}}) {
        const Frame& f = frames->back().frame;
        EXPECT_EQ(overhead(f, 0), (Octets{0xF6, 0xF6, 0xF6, 0x28, 0x28, 0x28, 0x89, 0xAA, 0xAB}));
        EXPECT_EQ(overhead(f, 3), sdh ? (Octets{0x6A, 0x9B, 0x9B, 0x0A, 0xFF, 0xFF, 0x00, 0x00, 0x00})
                                      : (Octets{0x62, 0x93, 0x93, 0x0A, 0xFF, 0xFF, 0x00, 0x00, 0x00}));
    }
    for (unsigned i = 0; i < 50; ++i) {
        bench.a.source.wanted.push_back(test::make_cell(0x40, i));
        bench.b.source.wanted.push_back(test::make_cell(0x41, i));
    }
    run(sc_time(250, SC_US));
    EXPECT_EQ(bench.a.received.size(), 50u);
    EXPECT_EQ(bench.b.received.size(), 50u);
}

INSTANTIATE_TEST_SUITE_P(Standards, PhySdh,
                         ::testing::Values(std::pair{false, false}, std::pair{true, true}, std::pair{true, false},
                                           std::pair{false, true}));

}  // namespace
}  // namespace niclab::phy
