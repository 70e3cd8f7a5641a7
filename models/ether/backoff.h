/// @file Truncated binary exponential back-off: the number of slot times for which a station waits
/// after its n-th collision.
///
/// Source: IEEE 802.3 4.2.3.2.5 (from memory of the standard).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/random.h"
#include "ether/rules.h"

namespace niclab::ether {

class Backoff {
public:
    /// `seed` and `name` select the station's stream of random numbers.
    Backoff(std::uint64_t seed, std::string_view name) : random_(seed, name) {}
    /// Slot times after collision `n` (from 1) of a frame, uniformly distributed from 0 to
    /// 2^exponent - 1.
    unsigned draw(unsigned n, const MacRules& rules) {
        return unsigned(random_.uniform(0, (std::int64_t{1} << rules.backoff_exponent(n)) - 1));
    }

private:
    base::RandomStream random_;
};

}  // namespace niclab::ether
