/// @file  Round-robin choice among up to 64 requesters.
#pragma once

#include <cstdint>

namespace niclab::base {

class RoundRobin {
public:
    /// The first set bit of `requests` after the last one chosen, or -1.
    int choose(std::uint64_t requests, unsigned count) {
        for (unsigned i = 1; i <= count; ++i) {
            const unsigned candidate = (last_ + i) % count;
            if (requests >> candidate & 1u) return static_cast<int>(last_ = candidate);
        }
        return -1;
    }

    /// The whole state: the last one chosen.
    unsigned turn() const { return last_; }

private:
    unsigned last_ = 0;
};

}  // namespace niclab::base
