/// @file An RTL8029 in a slot: 32 ports of I/O at BAR0, an interrupt, the pins of a MAC.
///
/// Source: 10EC:8029 and its 32 ports at BAR0: ne2k-pci.c of Linux 6.1. It is not a bus master.
/// Assumed: revision 0, Min_Gnt and Max_Lat 0, no boot ROM.
#pragma once

#include "cards/dp8390/core.h"
#include "cards/ether_board/slot_connection.h"
#include "pci/target.h"

namespace niclab::dp8390 {

class Rtl8029 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    Rtl8029(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {});

private:
    core::Clock chip_clock_;
    pci::ConfigSpace config_space_;

public:
    pci::Target target;
    Core chip;
    ether::Mac mac;
};

}  // namespace niclab::dp8390
