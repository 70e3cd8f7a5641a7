// The sum of RFC 1071 over its own example, in parts, and over an odd number of octets.
#include <gtest/gtest.h>

#include "base/internet_checksum.h"

namespace niclab::base {
namespace {

constexpr std::uint8_t kExample[] = {0x00, 0x01, 0xF2, 0x03, 0xF4, 0xF5, 0xF6, 0xF7};

TEST(InternetChecksum, IsThatOfTheStandardsExample) { EXPECT_EQ(ones_sum(kExample, sizeof kExample), 0xDDF2); }

TEST(InternetChecksum, OfPartsIsThatOfTheWhole) { EXPECT_EQ(ones_sum(kExample + 4, 4, ones_sum(kExample, 4)), 0xDDF2); }

TEST(InternetChecksum, TakesAnOddLastOctetAsAnUpperHalf) {
    EXPECT_EQ(ones_sum(kExample, 3), 0x0001 + 0xF200);
    EXPECT_EQ(ones_sum(kExample, 0), 0);
}

TEST(InternetChecksum, FoldsUntilItFits) { EXPECT_EQ(ones_fold(0x1'FFFF), 0x0001); }

}  // namespace
}  // namespace niclab::base
