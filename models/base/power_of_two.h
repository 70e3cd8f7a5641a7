/// @file  The size of a ring whose places are found by a mask.
#pragma once

#include <cstddef>

namespace niclab::base {

/// The first power of two from `n` on; `n` up to 2^63.
constexpr std::size_t power_of_two_from(std::size_t n) {
    std::size_t size = 1;
    while (size < n) size *= 2;
    return size;
}

}  // namespace niclab::base
