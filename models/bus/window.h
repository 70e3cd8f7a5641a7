/// @file A range of addresses of an agent.
#pragma once

#include <cstdint>

namespace niclab::bus {

struct Window {
    std::uint32_t base = 0, octets = 0;  ///< 0 octets: no addresses.
    bool holds(std::uint32_t address) const { return address - base < octets; }
};

}  // namespace niclab::bus
