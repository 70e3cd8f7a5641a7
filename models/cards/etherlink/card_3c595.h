/// @file A 3C595-TX in a slot: 32 ports of I/O at BAR0, a bus master, an interrupt, the pins of a
/// MAC.
///
/// Source: 3c59x.c of Linux 6.1: 10B7:5950, its 32 ports, and its transceivers 100BASE-TX and
///   10BASE-T.
/// Behaviour: the pins are seven wires at 10 Mb/s, MII at 100, according to its network. While its
///   driver has selected the other transceiver, it receives nothing, and its transmissions are
///   lost.
/// Assumed: revision 0, Min_Gnt 3, Max_Lat 8; no boot ROM.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/etherlink/checked.h"
#include "cards/etherlink/core.h"

namespace niclab::etherlink {

inline pci::Identity card_3c595_identity() {
    pci::Identity id;
    id.vendor = 0x10B7, id.device = 0x5950;
    id.class_code = 0x020000;
    id.min_gnt = 0x03, id.max_lat = 0x08;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

class Card3c595 : public ether_board::MasterCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Card3c595(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {})
        : MasterCard(name, connection, card_3c595_identity(), checked(config), mac_of(config)) {}
};

}  // namespace niclab::etherlink
