/// @file The position of a card on an ISA bus, which cannot be detected there: its keys, and the
/// parameters of a driver.
#pragma once

#include <cstdint>
#include <vector>

#include "core/config.h"

namespace niclab::ether_board {

struct IsaPlace {
    std::uint32_t port;  ///< The first of its ports.
    unsigned irq;        ///< Line of the bus.
};

/// The choices of a card's jumpers, or its EEPROM.
struct IsaChoices {
    unsigned ports;                          ///< Number of its ports.
    std::uint32_t multiple;                  ///< The first port is a multiple of this,
    std::uint32_t from = 0x200, to = 0x3E0;  ///< within these limits.
    std::vector<unsigned> irqs{};            ///< Ascending, at least one.
};

/// Reads `irq`, one of `irqs`, which are ascending. Throws core::ConfigError.
unsigned read_irq(core::ConfigTable& t, const std::vector<unsigned>& irqs, unsigned standard);
/// Reads `port` and `irq`. Throws core::ConfigError.
IsaPlace read_isa_place(core::ConfigTable& t, const IsaChoices& choices, const IsaPlace& standard);

}  // namespace niclab::ether_board
