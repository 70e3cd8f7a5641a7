/// @file A 3C905-TX, a 3C905B-TX or a 3C905C-TX in a slot: its registers at BAR0, a bus master with
/// lists, an interrupt, the pins of a MAC. The two later ones have 128 ports, and the same registers
/// as memory at BAR1. A 3C905 has 64 ports.
///
/// Source: 3c59x.c of Linux 6.1 has their identities, 10B7:9050, 9055 and 9200 in this order. Unless
///   its parameter use_mmio is 0, it uses BAR1 of the two later ones. The same choice is in if_xl.c
///   of FreeBSD (XL_PCI_LOMEM), without one for a 3C905 (XL_FLAG_NO_MMIO).
///   Logs of 3c59x.c and vortex-diag with such cards: 8 KiB of RAM, 5:3 for received frames, of a
///   3C905 3:5. The PHY has address 24. It is on the chip, with the media 100BASE-TX and 10BASE-T,
///   or at the MII of a 3C905. A 3C905 has revision 0, a 3C905B 30H. NetDiagnostic of a 3C905C has
///   3AH, half of its revision.
/// Behaviour: the pins are seven wires at 10 Mb/s, MII at 100, according to its network.
/// Assumed: Min_Gnt 10, Max_Lat 10. The window at BAR1 has 128 octets, as that at BAR0. It accepts
///   accesses of any width.
/// Not modelled: power management; the boot ROM; the FIFO ports of a 3C905, which it keeps from the
///   Vortex.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/etherlink/list_core.h"

namespace niclab::etherlink {

class Card3c905 : public ether_board::MasterCard<ListCore> {
public:
    /// `config` is one of the three below. Throws std::invalid_argument: a key out of range.
    Card3c905(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
              const Config& config = card_3c905b_defaults());

    static Config card_3c905_defaults();
    static Config card_3c905b_defaults();
    static Config card_3c905c_defaults();
};

}  // namespace niclab::etherlink
