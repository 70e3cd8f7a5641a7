/// @file  The levels of UTOPIA's wires in one clock, a direction each: what the ends hand each other, on pins or without.
#pragma once

#include <cstdint>

namespace niclab::utopia {

/// Level of TxPrty or RxPrty over one word.
constexpr bool odd_parity(std::uint16_t word) { return __builtin_parity(word) == 0; }

/// True means asserted. `clav` is the PHY's, the rest the ATM layer's.
struct TxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, enb = false, clav = false;
    /// The same with another word inside a cell.
    void carry(std::uint16_t word) { data = word, prty = odd_parity(word); }
};

/// `enb` is the ATM layer's, the rest the PHY's.
struct RxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, clav = false, enb = false;
    void carry(std::uint16_t word) { data = word, prty = odd_parity(word); }
};

}  // namespace niclab::utopia
