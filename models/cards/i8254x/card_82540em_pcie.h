/// @file The 82540EM's chip on PCI Express: the same registers, rings and MAC after a link.
///
/// Source: none; Intel's PCI Express parts of this family (82571EB and later) have other numbers.
/// Assumed: a chip with the identity of the 82540EM, capabilities of PCI Express and MSI.
#pragma once

#include "cards/ether_board/pcie_card.h"
#include "cards/i8254x/core.h"

namespace niclab::i8254x {

inline pcie::Identity pcie_identity_of(const Model& model) {
    pcie::Identity id;
    id.vendor = 0x8086, id.device = model.device;
    id.class_code = 0x020000, id.revision = model.revision;
    id.bars[kMemoryBar].octets = kMemoryOctets;
    id.bars[kIoBar].octets = model.io_octets, id.bars[kIoBar].is_io = true;
    id.lanes = {5, 16};
    id.mps = 4096;
    return id;
}

class Card82540emPcie : public ether_board::PcieCard<Core> {
public:
    /// Throws std::invalid_argument: a key out of range.
    Card82540emPcie(sc_core::sc_module_name name, const ether_board::PcieSlotConnection& connection,
                    const Config& config = {})
        : PcieCard(name, connection, pcie_identity_of(config.model), checked(config), config.mac) {
        function.connect(kIoBar, chip.host.window);
    }
};

}  // namespace niclab::i8254x
