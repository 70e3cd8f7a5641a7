/// @file A chip of this family on PCI Express: its registers, rings and MAC after a link.
///
/// Behaviour: registers are at BAR0, ports of I/O at BAR2. The table of MSI-X is at BAR3, of 16 KiB.
///   The bus master moves blocks (pcie/slot/function.h).
/// Source: 317694 (from memory of it); e1000e of Linux 6.1 (facts): 8086:10D3.
/// Assumed: the 82540EM, which was made for PCI only, has the capabilities of PCI Express and MSI.
/// Not modelled: flash memory at BAR1, a second queue, hashes of received frames, time stamps, power
///   management.
#pragma once

#include "cards/ether_board/slot_connection.h"
#include "cards/i8254x/core.h"
#include "ether/mac.h"
#include "pcie/slot/function.h"

namespace niclab::i8254x {

inline pcie::Identity pcie_identity_of(const Model& model) {
    constexpr unsigned kMessageBar = 3, kMessageOctets = 0x4000;
    pcie::Identity id;
    id.vendor = 0x8086, id.device = model.device;
    id.subsystem_vendor = 0x8086, id.subsystem = model.subsystem;
    id.class_code = 0x020000, id.revision = model.revision;
    id.bars[kMemoryBar].octets = kMemoryOctets;
    id.bars[kIoBar].octets = model.io_octets, id.bars[kIoBar].is_io = true;
    if (model.vectors > 0) {
        id.msix_vectors = model.vectors, id.msix_bar = kMessageBar;
        id.bars[kMessageBar].octets = kMessageOctets;
    }
    id.lanes = {model.generation, model.lanes};
    id.mps = model.mps;
    return id;
}

class CardOnPcie : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    CardOnPcie(sc_core::sc_module_name name, const ether_board::PcieSlotConnection& connection,
               const Config& config = {})
        : sc_module(name),
          chip("chip", connection.bus.clock, checked(config)),
          function("function", connection.bus, pcie_identity_of(config.model), chip.master.channel),
          mac("mac", connection.txc, connection.rxc, chip.line_out(), chip.line_in(), config.mac) {
        function.connect(kMemoryBar, chip.host.window);
        function.connect(kIoBar, chip.host.window);
        function.connect(chip.master.blocks);
        function.connect(chip.messages);
        chip.master.use_blocks();
        chip.report_at_hand_over();
        chip.inta(function.inta);
        chip.rst(function.reset);
        chip.connect(mac);
    }

    Core chip;  ///< Its clock is the card's own.
    pcie::Function function;
    ether::Mac mac;
};

}  // namespace niclab::i8254x
