/// @file  A range of addresses that somebody answers at.
#pragma once

#include <cstdint>

namespace niclab::bus {

struct Window {
    std::uint32_t base = 0, octets = 0;  ///< 0 octets: it answers nowhere.
    bool holds(std::uint32_t address) const { return address - base < octets; }
};

}  // namespace niclab::bus
