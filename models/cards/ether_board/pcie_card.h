/// @file A card that is a bus master on PCI Express: the chip of a PCI card, an adapter between it
/// and the link, and the pins of a MAC.
///
/// Behaviour: its bus master moves blocks (pcie/slot/function.h).
/// `Chip` is as for MasterCard; its clock is the card's own.
#pragma once

#include "cards/ether_board/slot_connection.h"
#include "ether/mac.h"
#include "pcie/slot/function.h"

namespace niclab::ether_board {

template <typename Chip>
class PcieCard : public sc_core::sc_module {
public:
    template <typename Config>
    PcieCard(sc_core::sc_module_name name, const PcieSlotConnection& connection, const pcie::Identity& identity,
             const Config& config, const ether::MacConfig& of_mac)
        : sc_module(name),
          chip("chip", connection.board.clock, config),
          function("function", connection.board, identity, chip.master.channel),
          mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), of_mac) {
        function.connect(0, chip.host.window);
        function.connect(chip.master.blocks);
        chip.master.use_blocks();
        chip.inta(function.inta);
        chip.rst(function.reset);
        chip.connect(mac);
    }

    Chip chip;
    pcie::Function function;
    ether::Mac mac;
};

}  // namespace niclab::ether_board
