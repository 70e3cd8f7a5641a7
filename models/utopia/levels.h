/// @file The levels of UTOPIA's wires in one clock, one type per direction, for use with and
/// without pins.
#pragma once

#include <cstdint>

namespace niclab::utopia {

/// Level of TxPrty or RxPrty over one word.
constexpr bool odd_parity(std::uint16_t word) { return __builtin_parity(word) == 0; }

/// True means asserted. The PHY drives `clav`, the ATM layer the other wires.
struct TxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, enb = false, clav = false;
    /// The same levels with another word inside a cell.
    void carry(std::uint16_t word) { data = word, prty = odd_parity(word); }
};

/// The ATM layer drives `enb`, the PHY the other wires.
struct RxLevels {
    std::uint16_t data = 0;
    bool soc = false, prty = false, clav = false, enb = false;
    void carry(std::uint16_t word) { data = word, prty = odd_parity(word); }
};

}  // namespace niclab::utopia
