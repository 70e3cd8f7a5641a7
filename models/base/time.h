/// @file Time as an integer, for models without a clock.
#pragma once

#include <cmath>
#include <cstdint>

namespace niclab::base {

using Femtoseconds = std::uint64_t;

inline constexpr Femtoseconds kNever = ~Femtoseconds{0};
inline constexpr Femtoseconds kNanosecond = 1'000'000, kMicrosecond = 1'000 * kNanosecond,
                              kMillisecond = 1'000 * kMicrosecond, kSecond = 1'000 * kMillisecond;

/// The nearest femtosecond; `us` from 0 to 1.8e10.
inline Femtoseconds from_us(double us) {
    constexpr double kSurelyWhole = 0x1p53;  // A double from this value on has no fraction; llround() ends at 2^63.
    const double fs = us * 1e9;
    return fs < kSurelyWhole ? static_cast<Femtoseconds>(std::llround(fs)) : static_cast<Femtoseconds>(fs);
}
inline double to_us(Femtoseconds t) { return double(t) * 1e-9; }
inline double to_s(Femtoseconds t) { return double(t) * 1e-15; }

}  // namespace niclab::base
