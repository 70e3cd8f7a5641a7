/// What a line does to octets, without a kernel.
#include <gtest/gtest.h>

#include <cmath>

#include "fiber/impairments.h"

namespace niclab::fiber {

namespace {
constexpr core::Femtoseconds kOctet = 51'440'329;

Impairments make(const ImpairmentsConfig& config, std::uint64_t seed = 1) { return {config, kOctet, seed, "line"}; }
}  // namespace

TEST(Impairments, ACleanLineChangesNothing) {
    Impairments line = make({});
    for (unsigned i = 0; i < 100'000; ++i) ASSERT_EQ(line.apply(static_cast<std::uint8_t>(i), i * kOctet), i & 0xFF);
    EXPECT_EQ(line.stats().bit_errors, 0u);
}

TEST(Impairments, BitErrorsComeAtTheirRateAndFallOnEveryBit) {
    ImpairmentsConfig config;
    config.bit_error_rate = 1e-2;
    Impairments line = make(config);
    std::uint64_t wrong[8] = {}, total = 0;
    constexpr unsigned kOctets = 500'000;
    for (unsigned i = 0; i < kOctets; ++i) {
        const unsigned turned = line.apply(0x5A, i * kOctet) ^ 0x5Au;
        for (unsigned b = 0; b < 8; ++b) wrong[b] += turned >> b & 1u;
        total += static_cast<unsigned>(__builtin_popcount(turned));
    }
    EXPECT_EQ(total, line.stats().bit_errors);
    const double mean = kOctets * 1e-2, sigma = std::sqrt(mean);
    for (const std::uint64_t n : wrong) EXPECT_NEAR(double(n), mean, 4 * sigma);
    EXPECT_NEAR(double(total), 8 * mean, 4 * std::sqrt(8 * mean));
}

TEST(Impairments, AnErrorAtAPlaceIsThatBitOfThatOctet) {
    Impairments line = make({});
    line.flip_after(3, 0x10);
    line.flip_after(0, 0x01);
    line.flip_after(3, 0x80);
    const std::uint8_t expected[] = {0x01, 0, 0, 0x90, 0, 0};
    for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(line.apply(0, i), expected[i]) << i;
}

TEST(Impairments, DarknessHasItsFirstAndItsLastOctet) {
    ImpairmentsConfig config;
    config.light_off_from_fs = 10 * kOctet;
    config.light_off_for_fs = 5 * kOctet;
    Impairments line = make(config);
    for (unsigned i = 0; i < 30; ++i) EXPECT_EQ(line.apply(0xFF, i * kOctet), i >= 10 && i < 15 ? 0 : 0xFF) << i;
    EXPECT_EQ(line.stats().dark_octets, 5u);
}

TEST(Impairments, BurstsHaveTheirLengthAndRate) {
    ImpairmentsConfig config;
    config.bursts_per_second = 2000;
    config.burst_octets = 24;
    Impairments line = make(config);
    constexpr unsigned kOctets = 4'000'000;  // 0.2058 s
    for (unsigned i = 0; i < kOctets; ++i) line.apply(0, i * kOctet);
    const double bursts = 0.2058 * 2000;
    EXPECT_NEAR(double(line.stats().bursts), bursts, 4 * std::sqrt(bursts));
    EXPECT_NEAR(double(line.stats().bit_errors), double(line.stats().bursts) * 24 * 4,
                double(line.stats().bursts) * 24 * 0.2);
}

TEST(Impairments, TheSameSeedMakesTheSameErrors) {
    ImpairmentsConfig config;
    config.bit_error_rate = 1e-3;
    Impairments a = make(config, 5), b = make(config, 5), c = make(config, 6);
    bool differ = false;
    for (unsigned i = 0; i < 50'000; ++i) {
        const std::uint8_t octet = a.apply(0, i);
        ASSERT_EQ(octet, b.apply(0, i));
        differ |= octet != c.apply(0, i);
    }
    EXPECT_TRUE(differ);
}

}  // namespace niclab::fiber
