/// @file An 82574L in a slot of conventional PCI: registers at BAR0, ports of I/O at BAR2, a bus
/// master, INTA#, the pins of a MAC.
///
/// Source: 317694 (from memory of it); e1000e of Linux 6.1 (facts): 8086:10D3.
/// Limitations: the chip is one for PCI Express. Here its core is on the PCI bus of a host, without
///   the delays of a bridge.
/// Not modelled: flash memory at BAR1, MSI, MSI-X (BAR3), a second queue, hashes of received frames,
///   time stamps, power management.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/i8254x/core.h"

namespace niclab::i8254x {

class Card82574l : public ether_board::MasterCard<Core> {
public:
    static Config card_82574l_defaults();
    /// Throws std::invalid_argument: a key out of range.
    Card82574l(sc_core::sc_module_name name, const ether_board::SlotConnection& connection,
               const Config& config = card_82574l_defaults());
};

}  // namespace niclab::i8254x
