/// @file The three CRCs of ATM, most significant bit first, from tables that are computed at
/// compile time.
///
/// Source: ITU-T I.363.5 (CRC-32), I.432 (HEC, CRC-8), I.610 (CRC-10), polynomials from memory of
///   the standards. Tests compare them with Boost.CRC and published vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace niclab::base {

namespace detail {
/// Table of a CRC of `width` bits, left-aligned in 32 bits.
constexpr std::array<std::uint32_t, 256> crc_table(std::uint32_t polynomial_left_aligned) {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t r = i << 24;
        for (int bit = 0; bit < 8; ++bit) r = (r & 0x80000000u) ? (r << 1) ^ polynomial_left_aligned : r << 1;
        table[i] = r;
    }
    return table;
}
inline constexpr auto kCrc32 = crc_table(0x04C11DB7u);
/// Table k: the contribution of an octet with k others after it.
constexpr std::array<std::array<std::uint32_t, 256>, 8> crc_slices(const std::array<std::uint32_t, 256>& table) {
    std::array<std::array<std::uint32_t, 256>, 8> slices{};
    slices[0] = table;
    for (std::size_t k = 1; k < 8; ++k)
        for (std::size_t i = 0; i < 256; ++i) slices[k][i] = (slices[k - 1][i] << 8) ^ table[slices[k - 1][i] >> 24];
    return slices;
}
inline constexpr auto kCrc32Slices = crc_slices(kCrc32);
inline constexpr auto kCrc8 = crc_table(0x07u << 24);
inline constexpr auto kCrc10 = crc_table(0x233u << 22);

constexpr std::uint32_t crc_update(const std::array<std::uint32_t, 256>& table, std::uint32_t crc,
                                   const std::uint8_t* octets, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) crc = (crc << 8) ^ table[(crc >> 24) ^ octets[i]];
    return crc;
}
}  // namespace detail

inline constexpr std::uint32_t kCrc32Init = 0xFFFFFFFFu;
/// Register after a whole CPCS-PDU including its (complemented) CRC.
inline constexpr std::uint32_t kCrc32Residue = 0xC704DD7Bu;

/// AAL5 CRC-32 register after `n` more octets. It starts at kCrc32Init and is sent complemented.
constexpr std::uint32_t crc32_update(std::uint32_t crc, const std::uint8_t* octets, std::size_t n) {
    const auto& slice = detail::kCrc32Slices;
    for (; n >= 8; n -= 8, octets += 8) {  // None of the eight look-ups depends on another.
        const std::uint32_t sum = crc ^ (std::uint32_t{octets[0]} << 24 | std::uint32_t{octets[1]} << 16 |
                                         std::uint32_t{octets[2]} << 8 | octets[3]);
        crc = slice[7][sum >> 24] ^ slice[6][sum >> 16 & 0xFF] ^ slice[5][sum >> 8 & 0xFF] ^ slice[4][sum & 0xFF] ^
              slice[3][octets[4]] ^ slice[2][octets[5]] ^ slice[1][octets[6]] ^ slice[0][octets[7]];
    }
    return detail::crc_update(detail::kCrc32, crc, octets, n);
}
/// CRC-8 x^8+x^2+x+1 with initial value 0, no coset.
constexpr std::uint8_t crc8(const std::uint8_t* octets, std::size_t n) {
    return static_cast<std::uint8_t>(detail::crc_update(detail::kCrc8, 0, octets, n) >> 24);
}
/// CRC-10 x^10+x^9+x^5+x^4+x+1 with initial value 0 over whole octets, 10 bits.
constexpr std::uint16_t crc10(const std::uint8_t* octets, std::size_t n) {
    return static_cast<std::uint16_t>(detail::crc_update(detail::kCrc10, 0, octets, n) >> 22);
}

}  // namespace niclab::base
