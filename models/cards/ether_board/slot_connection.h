/// @file The position of an Ethernet card: a slot of a PCI or an EISA bus or of PCI Express, or an
/// ISA bus.
#pragma once

#include <string>

#include "card/kind.h"
#include "eisa/bus.h"
#include "isa/bus.h"
#include "pci/bus.h"
#include "pcie/slot/board.h"

namespace niclab::ether_board {

struct SlotConnection {
    static constexpr bus::Kind kBus = bus::Kind::Pci;
    core::Clock& bus_clock;
    pci::Bus& bus;
    unsigned slot;      ///< Device number: IDSEL is AD[11 + slot].
    std::string agent;  ///< The card's name on the bus.
    core::Clock& txc;   ///< The transceiver's clocks.
    core::Clock& rxc;
};

struct EisaSlotConnection {
    static constexpr bus::Kind kBus = bus::Kind::Eisa;
    core::Clock& halves;  ///< Of BCLK.
    eisa::Bus& bus;
    unsigned slot;  ///< 1 to 15
    std::string agent;
    core::Clock& txc;
    core::Clock& rxc;
};

struct PcieSlotConnection {
    static constexpr bus::Kind kBus = bus::Kind::Pcie;
    pcie::Board& board;
    std::string agent;
    core::Clock& txc;
    core::Clock& rxc;
};

struct IsaSlotConnection {
    static constexpr bus::Kind kBus = bus::Kind::Isa;
    isa::Bus& bus;
    std::string agent;
    core::Clock& txc;
    core::Clock& rxc;
};

/// The position of a card of an experiment, with its transceiver's clocks.
inline SlotConnection pci_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {slot.bus_clock, slot.bus, slot.number, slot.agent, txc, rxc};
}
inline EisaSlotConnection eisa_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {*slot.eisa_halves, *slot.eisa, slot.number, slot.agent, txc, rxc};
}
inline IsaSlotConnection isa_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {*slot.isa, slot.agent, txc, rxc};
}
inline PcieSlotConnection pcie_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {*slot.pcie, slot.agent, txc, rxc};
}

}  // namespace niclab::ether_board
