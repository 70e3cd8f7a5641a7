/// @file The value of a variable of a waveform, and its characters.
///
/// Source: IEEE 1364 section 18 (0 1 x z) and IEEE 1164 (U X 0 1 Z W L H -), from memory of the
///   standards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace niclab::check {

/// Up to 64 bits, each high, low or unknown, and driven or undriven. A weak level (H, L) is an
/// undriven level; U, X, W and - are unknown.
struct WaveValue {
    std::uint64_t bits = 0, unknown = ~std::uint64_t{0}, floating = 0;
    bool high() const { return (bits & ~unknown & 1u) != 0; }
    bool low() const { return ((bits | unknown) & 1u) == 0; }
};

/// Bits 0 to `bits` - 1; `bits` is at most 64.
constexpr std::uint64_t low_bits(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// The digits of a value, before it is known how many bits its variable has.
struct WaveDigits {
    WaveValue value;        ///< Of the last 64 digits.
    std::size_t count = 0;  ///< Of digits.
    char first = 0;         ///< Leftmost digit.
    bool more = false;      ///< Left of the last 64 is something other than `first`.
    char wrong = 0;         ///< A character that is not a digit; 0: none.
};

/// Reads digits of the nine values, in any case.
WaveDigits read_digits(std::string_view digits);
/// Value of a variable of `bits` bits, at most 64. Short ones are extended by x or z if that is
/// their leftmost digit, else by 0. False if `digits` has further bits than the variable, other
/// than repeated 0, x or z.
bool fit(const WaveDigits& digits, unsigned bits, WaveValue& value);

}  // namespace niclab::check
