/// @file Times of a cable of 10BASE-T in tests: a nanosecond, a bit, and SystemC's time of some
/// nanoseconds.
#pragma once

#include "core/time.h"

namespace niclab::test {

constexpr core::Femtoseconds kNs = 1'000'000, kBit = 100 * kNs;

inline sc_core::sc_time ns(double n) { return core::from_fs(core::Femtoseconds(n * double(kNs))); }

}  // namespace niclab::test
