/// @file A 3C905B-TX in a slot: 128 ports of I/O at BAR0, the same registers as memory at BAR1, a
/// bus master with lists, an interrupt, the pins of a MAC.
///
/// Source: 3c59x.c of Linux 6.1: 10B7:9055; it uses BAR1 unless its parameter use_mmio is 0, with
///   the offsets of BAR0. if_xl.c of FreeBSD has the same choice (XL_PCI_LOMEM). Logs of 3c59x.c
///   with such cards: 8 KiB of RAM, 5:3 for received frames, autonegotiation, the media 100BASE-TX
///   and 10BASE-T, a PHY at address 24.
/// Behaviour: the pins are seven wires at 10 Mb/s, MII at 100, according to its network.
/// Assumed: revision 30H, which is four times the one in NetDiagnostic; Min_Gnt 10, Max_Lat 10.
/// Assumed: the window at BAR1 has 128 octets, as that at BAR0. It accepts accesses of any width.
/// Not modelled: power management; the boot ROM.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/etherlink/list_core.h"

namespace niclab::etherlink {

class Card3c905b : public ether_board::MasterCard<ListCore> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Card3c905b(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
               const Config& config = card_3c905b_defaults());

    static Config card_3c905b_defaults();
};

}  // namespace niclab::etherlink
