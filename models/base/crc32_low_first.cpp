#include "base/crc32_low_first.h"

#include <array>

namespace niclab::base {

namespace {

constexpr std::uint32_t kPolynomial = 0xEDB8'8320;  // Bit k: the coefficient of x^(31 - k).
constexpr std::size_t kStep = 16;

constexpr std::uint32_t times_x(std::uint32_t r) { return (r & 1) != 0 ? r >> 1 ^ kPolynomial : r >> 1; }

/// Table k: the contribution of an octet with k others after it.
constexpr std::array<std::array<std::uint32_t, 256>, kStep> make_tables() {
    std::array<std::array<std::uint32_t, 256>, kStep> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t r = i;
        for (int bit = 0; bit < 8; ++bit) r = times_x(r);
        t[0][i] = r;
    }
    for (std::size_t k = 1; k < kStep; ++k)
        for (std::size_t i = 0; i < 256; ++i) t[k][i] = t[k - 1][i] >> 8 ^ t[0][t[k - 1][i] & 0xFF];
    return t;
}
constexpr auto kTables = make_tables();

std::uint32_t first_four(const std::uint8_t* o) {
    return o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24;
}

/// The register after `n` more octets.
std::uint32_t update(std::uint32_t crc, const std::uint8_t* o, std::size_t n) {
    const auto& t = kTables;
    for (; n >= kStep; n -= kStep, o += kStep) {  // No look-up depends on another.
        crc ^= first_four(o);
        crc = t[15][crc & 0xFF] ^ t[14][crc >> 8 & 0xFF] ^ t[13][crc >> 16 & 0xFF] ^ t[12][crc >> 24] ^ t[11][o[4]] ^
              t[10][o[5]] ^ t[9][o[6]] ^ t[8][o[7]] ^ t[7][o[8]] ^ t[6][o[9]] ^ t[5][o[10]] ^ t[4][o[11]] ^
              t[3][o[12]] ^ t[2][o[13]] ^ t[1][o[14]] ^ t[0][o[15]];
    }
    for (; n >= 4; n -= 4, o += 4) {
        crc ^= first_four(o);
        crc = t[3][crc & 0xFF] ^ t[2][crc >> 8 & 0xFF] ^ t[1][crc >> 16 & 0xFF] ^ t[0][crc >> 24];
    }
    for (; n > 0; --n, ++o) crc = crc >> 8 ^ t[0][(crc ^ *o) & 0xFF];
    return crc;
}

}  // namespace

std::uint32_t crc32_low_first(const std::uint8_t* octets, std::size_t n) { return ~update(~0u, octets, n); }

}  // namespace niclab::base
