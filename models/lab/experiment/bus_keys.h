/// @file Readers of the descriptions of buses in an experiment: a PCI bus with arbitration and other
/// agents, an ISA bus, and a host's PCI Express side.
#pragma once

#include <vector>

#include "card/kind.h"
#include "core/config.h"
#include "host/register_load.h"
#include "isa/controller.h"
#include "pci/bus.h"
#include "pci/traffic_generator.h"
#include "pcie/slot/board.h"

namespace niclab::lab {

struct BusConfig {
    struct Traffic {
        pci::TrafficConfig generator;
        bool to_device = false;  ///< Destination is a separate memory device instead of host memory.
    };
    pci::ArbiterConfig arbiter;
    pci::BusConfig variant;
    core::Femtoseconds period_fs = 30'303'030;
    unsigned latency_timer = 32;     ///< Clocks, of each card's initiator.
    std::uint64_t wrong_parity = 0;  ///< Phase of the first card's initiator with a wrong PAR, from 1; 0: none.
    std::vector<Traffic> traffic;
    host::RegisterLoad::Config register_load;
    /// Octets of host memory that the generators use.
    std::uint32_t memory_octets() const;
};

/// Reads [pci] of a host with `cards` cards; `card_66mhz`: they support 66 MHz. Throws
/// core::ConfigError.
BusConfig read_bus(core::ConfigTable bus, bool card_66mhz, unsigned cards);
/// Reads [isa] of a host with a card on ISA. Throws core::ConfigError.
isa::ControllerConfig read_isa(core::ConfigTable isa);

/// Reads [pcie] of a host. `most`: of the card. Throws core::ConfigError.
pcie::BoardConfig read_pcie(core::ConfigTable pcie, const card::PcieWidth& most);

}  // namespace niclab::lab
