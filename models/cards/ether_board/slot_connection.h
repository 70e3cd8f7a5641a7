/// @file The position of an Ethernet card: a slot of a PCI or an EISA bus, or any other bus.
#pragma once

#include <string>

#include "card/kind.h"
#include "eisa/bus.h"
#include "isa/bus.h"
#include "pci/bus.h"
#include "pcie/slot/board.h"

namespace niclab::ether_board {

struct SlotConnection {
    static constexpr bus::Kind kBus = bus::kPci;
    core::Clock& bus_clock;
    pci::Bus& bus;
    unsigned slot;      ///< Device number: IDSEL is AD[11 + slot].
    std::string agent;  ///< The card's name on the bus.
    core::Clock& txc;   ///< The transceiver's clocks.
    core::Clock& rxc;
};

struct EisaSlotConnection {
    static constexpr bus::Kind kBus = eisa::Bus::kKind;
    core::Clock& halves;  ///< Of BCLK.
    eisa::Bus& bus;
    unsigned slot;  ///< 1 to 15
    std::string agent;
    core::Clock& txc;
    core::Clock& rxc;
};

/// Of a bus that needs neither a clock nor the number of the slot. `Bus` declares its `kKind`.
template <class Bus>
struct BusConnection {
    static constexpr bus::Kind kBus = Bus::kKind;
    Bus& bus;
    std::string agent;
    core::Clock& txc;
    core::Clock& rxc;
};
using IsaSlotConnection = BusConnection<isa::Bus>;
using PcieSlotConnection = BusConnection<pcie::Board>;

/// The position of a card of an experiment, with its transceiver's clocks.
inline SlotConnection pci_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {slot.bus_clock, slot.bus, slot.number, slot.agent, txc, rxc};
}
inline EisaSlotConnection eisa_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    const auto* clocked = slot.buses.find<eisa::ClockedBus>();
    return {clocked->halves, clocked->bus, slot.number, slot.agent, txc, rxc};
}
template <class Bus>
BusConnection<Bus> bus_connection(const card::Slot& slot, core::Clock& txc, core::Clock& rxc) {
    return {*slot.buses.find<Bus>(), slot.agent, txc, rxc};
}

}  // namespace niclab::ether_board
