/// @file An Am79C970A in a slot: 32 ports of I/O at BAR0, a bus master, an interrupt, the pins of a
/// MAC.
///
/// Source: 1022:2000 and its 32 ports: pcnet32.c of Linux 6.1. BCR22's FF06H are Max_Lat and
///   Min_Gnt: *assumed* (from memory of 19436).
/// Not modelled: BAR1, which has the same ports as memory; EEPROM and boot ROM.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/lance/core.h"

namespace niclab::lance {

class Am79c970a : public ether_board::MasterCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Am79c970a(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {});
};

}  // namespace niclab::lance
