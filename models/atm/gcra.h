/// @file The generic cell rate algorithm: decides whether a cell is too early for its contract.
///
/// Source: ITU-T I.371 annex 1, ATM Forum UNI 3.1 section 3.6.2.4 (virtual scheduling), from memory
///   of the standards.
#pragma once

#include <algorithm>
#include <cstdint>

namespace niclab::atm {

class Gcra {
public:
    /// `increment`: time between cells of the contract. `limit`: the time by which a cell may be
    /// early. Any one unit of time.
    Gcra(std::uint64_t increment, std::uint64_t limit) : increment_(increment), limit_(limit) {}

    /// A cell arrives at `at`, not before the one before it. Returns false if it does not conform;
    /// the state is then unchanged.
    bool conforms(std::uint64_t at) {
        if (at + limit_ < expected_) return false;
        expected_ = std::max(at, expected_) + increment_;
        return true;
    }

private:
    std::uint64_t increment_, limit_, expected_ = 0;
};

}  // namespace niclab::atm
