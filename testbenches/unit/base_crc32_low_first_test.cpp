// CRC-32 with the low bit first: a published vector, and a division bit by bit.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/crc32_low_first.h"
#include "base/random.h"

namespace niclab::base {
namespace {

std::uint32_t bit_by_bit(const std::uint8_t* octets, std::size_t n) {
    std::uint32_t crc = ~0u;
    for (std::size_t k = 0; k < 8 * n; ++k) {
        const bool odd = ((crc ^ unsigned{octets[k / 8]} >> k % 8) & 1) != 0;
        crc = odd ? crc >> 1 ^ 0xEDB8'8320u : crc >> 1;
    }
    return ~crc;
}

TEST(Crc32LowFirst, PublishedVector) {
    const std::string digits = "123456789";
    const std::vector<std::uint8_t> octets(digits.begin(), digits.end());
    EXPECT_EQ(crc32_low_first(octets.data(), octets.size()), 0xCBF4'3926u);
}

TEST(Crc32LowFirst, EachLengthAndAlignment) {
    RandomStream random(1, "crc32_low_first");
    std::vector<std::uint8_t> octets(4200);
    for (std::uint8_t& o : octets) o = std::uint8_t(random.uniform(0, 255));
    const auto compare = [&](std::size_t from, std::size_t n) {
        const std::uint32_t expected = bit_by_bit(&octets[from], n);
        ASSERT_EQ(crc32_low_first(&octets[from], n), expected) << n << " octets from " << from;
    };
    for (std::size_t n = 0; n <= 300; ++n)
        for (const std::size_t from : {0u, 1u, 7u}) compare(from, n);
    for (const std::size_t n : {1519u, 2048u, 4096u, 4110u}) compare(3, n);
}

TEST(Crc32LowFirst, EachBitCounts) {
    std::vector<std::uint8_t> octets(100, 0x5A);
    const std::uint32_t whole = crc32_low_first(octets.data(), octets.size());
    for (std::size_t k = 0; k < 8 * octets.size(); ++k) {
        octets[k / 8] ^= std::uint8_t(1u << k % 8);
        ASSERT_NE(crc32_low_first(octets.data(), octets.size()), whole) << "bit " << k;
        octets[k / 8] ^= std::uint8_t(1u << k % 8);
    }
}

}  // namespace
}  // namespace niclab::base
