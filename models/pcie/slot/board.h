/// @file The PCI Express side of a computer in a SystemC simulation: a root port with a link to one
/// slot, a memory, an IOMMU, and the clock of the card. A switch may be between port and slot.
///
/// Behaviour: everything here but the clock is an event queue, which runs inside the simulation
///   (core/kernel_bridge.h). The card attaches itself before the simulation begins, the CPU its
///   memory.
/// Assumed: the clock of the card's logic.
#pragma once

#include <memory>

#include "bus/kind.h"
#include "core/clock.h"
#include "core/kernel_bridge.h"
#include "core/stats.h"
#include "core/tap.h"
#include "pcie/cpu_port.h"
#include "pcie/enumeration.h"
#include "pcie/signal_line.h"
#include "pcie/slot/transfer_log.h"
#include "pcie/switch.h"

namespace niclab::pcie {

/// How software enables the interrupt of a card.
enum class Interrupt : std::uint8_t { Inta, Msi, Msix };

struct BoardConfig {
    LinkEndConfig link;       ///< Of both ends of the card's link.
    bool has_switch = false;  ///< A switch between the root port and the slot; its link to the port has `port_lanes`.
    SwitchConfig switch_config;
    RootComplexConfig complex{557 * base::kNanosecond};
    HostMemoryConfig memory;
    IommuConfig iommu;
    CpuPortConfig cpu;
    Assignment assignment;
    LanesConfig port_lanes{3, 8};  ///< The most of the root port.
    unsigned read_tags = 32;       ///< Of the card.
    Interrupt interrupt = Interrupt::Inta;
    Femtoseconds card_clock = 8'000'000;  ///< Period, of 125 MHz. *Assumed*.
};

/// Three times the latest ACK of the slowest TLP: one and a half of its length, and the receiver.
Femtoseconds least_replay_timeout(const BoardConfig& config);

/// A link of the board: that of the card, or that of the root port to the switch.
enum class BoardLink : std::uint8_t { Card, Root };

class Board : public sc_core::sc_module, public core::StatsSource {
public:
    static constexpr bus::Kind kKind{"pcie", "PCI Express", 2003};

    /// `memory_octets`: of the host.
    Board(sc_core::sc_module_name name, const BoardConfig& config, std::uint64_t memory_octets, Femtoseconds phase,
          std::uint64_t seed);
    /// Connects the memory of the host.
    void use(Store& store) { complex_.use(store, payloads); }
    /// Connects the card in the slot.
    void attach(LinkUser& card);
    /// Reports all packets of a link. Root: only with a switch.
    void observe(LinkObserver& observer, BoardLink link = BoardLink::Card);
    bool has_switch() const { return fabric_ != nullptr; }
    /// Of both ends of that link.
    const LinkEndConfig& link(BoardLink link) const { return link == BoardLink::Card ? config_.link : root_link_; }
    /// Packets of both directions are symbols on lanes from now on. To be called before the simulation.
    void enter_signal_level();
    /// The lanes of a direction of the card's link; nullptr: at transaction level.
    SignalLine* lanes(Way way) { return (way == Way::Up ? up_ : down_).get(); }
    const BoardConfig& config() const { return config_; }
    base::EventQueue& queue() { return queue_; }
    void describe(core::StatsVisitor& visitor) const override;

    core::Clock clock;  ///< Of the card.
    TransferLog log;
    core::Tap<Tlp> written;  ///< Reports a write of the card that is in memory, with its stamps.

private:
    /// The ends of a switch, and the lanes of its link to the root port.
    struct Fabric {
        Fabric(base::EventQueue& queue, const BoardConfig& config, const LinkEndConfig& root_link, std::uint64_t seed,
               Payloads& payloads);
        LinkEnd up_end, down_end;
        Switch ports;
        std::unique_ptr<SignalLine> up, down;
    };
    /// The other end of the card's link.
    LinkEnd& above_card() { return fabric_ ? fabric_->down_end : root_end; }

    const BoardConfig config_;
    const LinkEndConfig root_link_;
    base::EventQueue queue_;

public:
    core::KernelBridge kernel;
    Payloads payloads;
    LinkEnd card_end, root_end;

private:
    std::unique_ptr<Fabric> fabric_;
    HostMemory memory_;
    Iommu iommu_;
    RootComplex complex_;
    std::unique_ptr<SignalLine> up_, down_;

public:
    CpuPort cpu;
};

}  // namespace niclab::pcie
