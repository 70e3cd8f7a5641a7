/// @file An 82540EM in a slot: 128 KiB of registers at BAR0, 64 ports of I/O at BAR2, a bus master,
/// an interrupt, the pins of a MAC.
///
/// Source: 317453, section 4 (from memory of it); e1000_main.c of Linux 6.1 (facts): 8086:100E.
/// Assumed: revision 2, Min_Gnt FFH, Max_Lat 0.
/// Not modelled: flash memory at BAR1, power management, MSI.
#pragma once

#include "cards/ether_board/master_card.h"
#include "cards/i8254x/core.h"

namespace niclab::i8254x {

inline pci::Identity identity_of(const Model& model) {
    pci::Identity id;
    id.vendor = 0x8086, id.device = model.device;
    id.class_code = 0x020000, id.revision = model.revision;
    id.min_gnt = 0xFF;
    id.bar_octets[kMemoryBar] = kMemoryOctets;
    id.bar_octets[kIoBar] = model.io_octets, id.bar_is_io[kIoBar] = true;
    id.capable_66mhz = true;
    return id;
}

class Card82540em : public ether_board::MasterCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Card82540em(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {})
        : MasterCard(name, connection, identity_of(config.model), checked(config), config.mac) {
        target.connect(kIoBar, chip.host.window);
    }
};

}  // namespace niclab::i8254x
