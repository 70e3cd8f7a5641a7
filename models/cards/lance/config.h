/// @file  What is free of an Am79C970A: its address, and what its data sheet leaves to the board.
#pragma once

#include "cards/ether_board/address.h"
#include "ether/mac.h"

namespace niclab::lance {

using ether_board::Address;

struct Config {
    Address address{0x00, 0x00, 0x1A, 0, 0, 1};  ///< In the PROM, and in CSR12 to 14 after RST#.
    unsigned register_clocks = 2;                ///< 1 .. 255 PCI clocks from an access to its effect. *assumed*
    ether::MacConfig mac;
};

}  // namespace niclab::lance
