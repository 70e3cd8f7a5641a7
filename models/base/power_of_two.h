/// @file The size of a ring buffer with positions that are computed by a mask.
#pragma once

#include <cstddef>

namespace niclab::base {

/// The smallest power of two that is at least `n`; `n` up to 2^63.
constexpr std::size_t power_of_two_from(std::size_t n) {
    std::size_t size = 1;
    while (size < n) size *= 2;
    return size;
}

}  // namespace niclab::base
