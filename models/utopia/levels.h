/// @file  The levels of UTOPIA's wires in one clock, a direction each: what the ends hand each other, on pins or without.
#pragma once

#include <cstdint>

namespace niclab::utopia {

/// True means asserted. `clav` is the PHY's, the rest the ATM layer's.
struct TxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, enb = false, clav = false;
};

/// `enb` is the ATM layer's, the rest the PHY's.
struct RxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, clav = false, enb = false;
};

}  // namespace niclab::utopia
