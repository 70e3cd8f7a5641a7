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

inline pci::Identity am79c970a_identity() {
    pci::Identity id;
    id.vendor = 0x1022, id.device = 0x2000;
    id.class_code = 0x020000;
    id.min_gnt = 0x06, id.max_lat = 0xFF;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

class Am79c970a : public ether_board::MasterCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Am79c970a(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {})
        : MasterCard(name, connection, am79c970a_identity(), checked(config), config.mac) {}
};

}  // namespace niclab::lance
