/// @file  Where an Ethernet card for the PCI bus is put.
#pragma once

#include <string>

#include "pci/bus.h"

namespace niclab::ether_board {

struct Seat {
    core::Clock& bus_clock;
    pci::Bus& bus;
    unsigned slot;      ///< Device number: IDSEL is AD[11 + slot].
    std::string agent;  ///< The card's name on the bus.
    core::Clock& txc;   ///< The transceiver's clocks.
    core::Clock& rxc;
};

}  // namespace niclab::ether_board
