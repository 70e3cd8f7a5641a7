/// @file A card that is a PCI bus master, in a slot: ports at BAR0, its chip, an initiator, an
/// interrupt, the pins of a MAC. If its identity has a window at BAR1, that is memory with the same
/// registers.
///
/// `Chip` is a chip at the edges of the PCI clock, with `host`, `master`, line_out(), line_in(),
/// `inta`, `rst` and connect(mac). It is constructed from name, clock and configuration.
#pragma once

#include "cards/ether_board/slot_connection.h"
#include "ether/mac.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::ether_board {

template <typename Chip>
class MasterCard : public sc_core::sc_module {
public:
    template <typename Config>
    MasterCard(sc_core::sc_module_name name, const SlotConnection& connection, const pci::Identity& identity,
               const Config& config, const ether::MacConfig& of_mac)
        : sc_module(name),
          config_space_(identity),
          target("target", connection.bus_clock, config_space_, connection.slot),
          chip("chip", connection.bus_clock, config),
          initiator("initiator", connection.bus_clock, chip.master.channel, &config_space_),
          mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), of_mac) {
        connection.bus.attach(initiator.pins, connection.agent);
        connection.bus.attach(target.pins, connection.agent);
        target.connect(0, chip.host.window);
        if (identity.bar_octets[1] > 0) target.connect(1, chip.host.window);
        chip.inta(connection.bus.inta(connection.agent));
        chip.rst(connection.bus.rst());
        chip.connect(mac);
    }

private:
    pci::ConfigSpace config_space_;

public:
    pci::Target target;
    Chip chip;
    pci::Initiator initiator;
    ether::Mac mac;
};

}  // namespace niclab::ether_board
