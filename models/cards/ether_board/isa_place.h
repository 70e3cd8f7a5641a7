/// @file  What a driver is told of a card on an ISA bus: where it is, for nobody can be asked there.
#pragma once

#include <cstdint>

namespace niclab::ether_board {

struct IsaPlace {
    std::uint32_t port;  ///< The first of its ports.
    unsigned irq;        ///< Line of the bus.
};

}  // namespace niclab::ether_board
