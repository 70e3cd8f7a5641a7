/// @file  Where a card on an ISA bus is, which nobody can be asked there: its keys, and what a driver is told.
#pragma once

#include <cstdint>
#include <vector>

#include "core/config.h"

namespace niclab::ether_board {

struct IsaPlace {
    std::uint32_t port;  ///< The first of its ports.
    unsigned irq;        ///< Line of the bus.
};

/// What a card's jumpers, or its EEPROM, can choose.
struct IsaChoices {
    unsigned ports;                          ///< That it has.
    std::uint32_t multiple;                  ///< Of which the first of them is one,
    std::uint32_t from = 0x200, to = 0x3E0;  ///< in these limits.
    std::vector<unsigned> irqs{};            ///< Ascending, one at least.
};

/// Reads `irq`: one of these, ascending. Throws core::ConfigError.
unsigned read_irq(core::ConfigTable& t, const std::vector<unsigned>& irqs, unsigned standard);
/// Reads `port` and `irq`. Throws core::ConfigError.
IsaPlace read_isa_place(core::ConfigTable& t, const IsaChoices& choices, const IsaPlace& standard);

}  // namespace niclab::ether_board
