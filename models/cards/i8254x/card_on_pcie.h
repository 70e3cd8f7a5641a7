/// @file A chip of this family on PCI Express: its registers, rings and MAC after a link.
///
/// Behaviour: registers are at BAR0, ports of I/O at BAR2. The table of MSI-X is at BAR3, of 16 KiB.
/// Source: 317694 (from memory of it); e1000e of Linux 6.1 (facts): 8086:10D3.
/// Assumed: the 82540EM, which was made for PCI only, has the capabilities of PCI Express and MSI.
/// Not modelled: flash memory at BAR1, a second queue, hashes of received frames, time stamps, power
///   management.
#pragma once

#include "cards/ether_board/pcie_card.h"
#include "cards/i8254x/core.h"

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

class CardOnPcie : public ether_board::PcieCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    CardOnPcie(sc_core::sc_module_name name, const ether_board::PcieSlotConnection& connection,
               const Config& config = {})
        : PcieCard(name, connection, pcie_identity_of(config.model), checked(config), config.mac) {
        function.connect(kIoBar, chip.host.window);
        function.connect(chip.messages);
        chip.report_at_hand_over();
    }
};

}  // namespace niclab::i8254x
