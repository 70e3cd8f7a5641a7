// Femtoseconds from microseconds, up to the longest run.
#include <gtest/gtest.h>

#include "base/time.h"

namespace niclab::base {
namespace {

TEST(Time, MicrosecondsBecomeTheNearestFemtosecond) {
    EXPECT_EQ(from_us(0), 0u);
    EXPECT_EQ(from_us(1e-9), 1u);
    EXPECT_EQ(from_us(1.5e-9), 2u);
    EXPECT_EQ(from_us(0.4e-9), 0u);
    EXPECT_EQ(from_us(1), kMicrosecond);
    EXPECT_EQ(from_us(9223e6), 9223 * kSecond);
    EXPECT_EQ(from_us(1e10), 10'000 * kSecond) << "beyond 63 bits";
    EXPECT_EQ(from_us(1.8e10), 18'000 * kSecond);
}

}  // namespace
}  // namespace niclab::base
