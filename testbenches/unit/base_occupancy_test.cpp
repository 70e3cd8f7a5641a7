// How long a thing was busy, up to any moment, of work that was given to it beforehand.
#include <gtest/gtest.h>

#include "base/occupancy.h"

namespace niclab::base {
namespace {

TEST(Occupancy, WorkToComeIsNotDone) {
    Occupancy o;
    for (Femtoseconds k = 0; k < 1000; ++k) o.add(0, 100 * k, 100 * (k + 1), 100);  // all at once
    for (const Femtoseconds now : {0u, 1u, 50u, 99'950u, 100'000u}) EXPECT_EQ(o.until(now), now);
    EXPECT_EQ(o.until(200'000), 100'000u);
}

/// Reported as it happens, a tenth of the time, with queries in between: finished work is not
/// forgotten, work under way counts in part.
TEST(Occupancy, WhatIsOverIsASum) {
    Occupancy o;
    for (Femtoseconds k = 0; k < 10'000; ++k) {
        o.add(100 * k, 100 * k + 20, 100 * k + 40, 10);
        EXPECT_EQ(o.until(100 * k), 10 * k);
        EXPECT_EQ(o.until(100 * k + 30), 10 * k + 5) << "spread evenly";
        EXPECT_EQ(o.until(100 * k + 99), 10 * k + 10);
    }
}

}  // namespace
}  // namespace niclab::base
