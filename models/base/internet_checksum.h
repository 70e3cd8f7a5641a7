/// @file The Internet checksum of IPv4, TCP, UDP and ICMP.
///
/// Source: RFC 1071.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::base {

/// A sum in ones' complement, folded into 16 bits.
constexpr std::uint16_t ones_fold(std::uint64_t sum) {
    while (sum >> 16 != 0) sum = (sum & 0xFFFF) + (sum >> 16);
    return static_cast<std::uint16_t>(sum);
}

/// The folded sum of `n` octets as big-endian words, added to `start`. An odd last octet is the
/// upper half of its word. A checksum is the complement of it.
constexpr std::uint16_t ones_sum(const std::uint8_t* octets, std::size_t n, std::uint64_t start = 0) {
    for (std::size_t i = 0; i < n; ++i) start += i % 2 == 0 ? std::uint64_t{octets[i]} << 8 : octets[i];
    return ones_fold(start);
}

}  // namespace niclab::base
