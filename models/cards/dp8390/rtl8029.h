/// @file An RTL8029 in a slot: 32 ports of I/O at BAR0, an interrupt, the pins of a MAC.
///
/// Source: 10EC:8029 and its 32 ports at BAR0: ne2k-pci.c of Linux 6.1. It is not a bus master.
/// Assumed: revision 0, Min_Gnt and Max_Lat 0, no boot ROM.
#pragma once

#include "cards/dp8390/core.h"
#include "cards/ether_board/slot_connection.h"
#include "pci/target.h"

namespace niclab::dp8390 {

inline pci::Identity rtl8029_identity() {
    pci::Identity id;
    id.vendor = 0x10EC, id.device = 0x8029;
    id.class_code = 0x020000;
    id.bar_octets[0] = kPorts, id.bar_is_io[0] = true;
    return id;
}

class Rtl8029 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    Rtl8029(sc_core::sc_module_name name, const ether_board::SlotConnection& connection, const Config& config = {})
        : sc_module(name),
          chip_clock_("chip_clock", chip_oscillator(checked(config))),
          config_space_(rtl8029_identity()),
          target("target", connection.bus_clock, config_space_, connection.slot),
          chip("chip", chip_clock_, config),
          mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.from_mac, config.mac) {
        connection.bus.attach(target.pins, connection.agent);
        target.connect(0, chip.host.window);
        chip.inta(connection.bus.inta(connection.agent));
        chip.rst(connection.bus.rst());
        chip.connect(mac);
        chip.show_realtek();
    }

private:
    core::Clock chip_clock_;
    pci::ConfigSpace config_space_;

public:
    pci::Target target;
    Core chip;
    ether::Mac mac;
};

}  // namespace niclab::dp8390
