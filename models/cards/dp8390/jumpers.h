/// @file The settings of an ISA card's jumpers.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "cards/dp8390/layout.h"

namespace niclab::dp8390 {

struct Jumpers {
    std::uint32_t port = 0x300;  ///< A multiple of 32, 200H to 3E0H.
    unsigned irq = 3;            ///< 2 to 15; line 9 of the bus is used for 2.
};

/// Throws std::invalid_argument: a setting out of range.
inline const Jumpers& checked(const Jumpers& jumpers) {
    if (jumpers.port % kPorts != 0 || jumpers.port < 0x200 || jumpers.port > 0x3E0)
        throw std::invalid_argument("port: out of range; expected a multiple of 20H, 200H to 3E0H");
    if (jumpers.irq < 2 || jumpers.irq > 15) throw std::invalid_argument("irq: out of range; expected 2 to 15");
    return jumpers;
}

/// Line of the bus.
inline unsigned line_of(const Jumpers& jumpers) { return jumpers.irq == 2 ? 9 : jumpers.irq; }

}  // namespace niclab::dp8390
