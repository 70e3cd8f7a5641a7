#include <gtest/gtest.h>

#include "base/random.h"
#include "probe/account/occupancy.h"

namespace niclab::probe {
namespace {

constexpr core::Femtoseconds kWidth = 1000;

TEST(Occupancy, CutsTimeIntoBinsWithMinimumMeanAndMaximum) {
    Occupancy o(4, kWidth);
    o.begin(500);
    o.set(700, 3);   // 0 for 200
    o.set(1700, 1);  // 3 for 1000: 800 in the first bin
    o.finish(2000);  // 1 for 300
    ASSERT_EQ(o.bins().size(), 2u);
    EXPECT_EQ(o.bins()[0].begin, 500u);
    EXPECT_EQ(o.bins()[0].end, 1500u);
    EXPECT_EQ(o.bins()[0].min, 0u);
    EXPECT_EQ(o.bins()[0].max, 3u);
    EXPECT_DOUBLE_EQ(o.bins()[0].mean(), 2.4);
    EXPECT_EQ(o.bins()[1].min, 1u);
    EXPECT_EQ(o.bins()[1].end, 2000u);
    EXPECT_EQ(o.bins()[1].area, 3u * 200 + 1u * 300);
}

TEST(Occupancy, WhatLastsNoTimeDoesNotCount) {
    Occupancy o(4, kWidth);
    o.begin(0);
    o.set(100, 9);
    o.set(100, 2);
    o.finish(300);
    ASSERT_EQ(o.bins().size(), 1u);
    EXPECT_EQ(o.bins()[0].max, 2u);
    EXPECT_EQ(o.bins()[0].area, 400u);
}

TEST(Occupancy, RemembersWhatWasThereBeforeItBegan) {
    Occupancy o(4, kWidth);
    o.set(100, 7);
    EXPECT_TRUE(o.bins().empty());
    o.begin(5000);
    o.finish(5400);
    ASSERT_EQ(o.bins().size(), 1u);
    EXPECT_EQ(o.bins()[0].min, 7u);
    EXPECT_EQ(o.bins()[0].begin, 5000u);
}

TEST(Occupancy, MergesNeighboursWhenBinsRunOutAndLosesNothing) {
    base::RandomStream random(1, "occupancy");
    for (const std::size_t most : {2u, 3u, 7u, 480u}) {
        Occupancy o(most, kWidth);
        o.begin(0);
        core::Femtoseconds now = 0;
        std::uint64_t area = 0, cells = 0, peak = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto lasts = static_cast<core::Femtoseconds>(random.uniform(1, 4000));
            area += cells * lasts, now += lasts, peak = std::max(peak, cells);
            cells = static_cast<std::uint64_t>(random.uniform(0, 315));
            o.set(now, cells);
        }
        std::uint64_t seen = 0, highest = 0;
        core::Femtoseconds end = 0;
        for (const Occupancy::Bin& b : o.bins()) {
            EXPECT_EQ(b.begin, end);
            EXPECT_LE(double(b.min), b.mean());
            EXPECT_GE(double(b.max), b.mean());
            end = b.end, seen += b.area, highest = std::max(highest, b.max);
        }
        EXPECT_LE(o.bins().size(), most);
        EXPECT_EQ(end, now);
        EXPECT_EQ(seen, area);
        EXPECT_EQ(highest, peak);
    }
}

}  // namespace
}  // namespace niclab::probe
