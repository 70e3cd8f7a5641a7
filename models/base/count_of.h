/// @file Counts in text: a number and its noun in the singular or the plural.
#pragma once

#include <cstdint>
#include <string>

namespace niclab::base {

/// "1 timeout", "2 timeouts". `noun`: in the singular, with a plural in -s.
inline std::string count_of(std::uint64_t n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace niclab::base
