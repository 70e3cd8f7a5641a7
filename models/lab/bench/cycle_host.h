/// @file The additional parts of a host with programs and a TCP if its card is at the cycle level:
/// bus, memory, bridge, card, driver, and the connection to the net.
#pragma once

#include "kernel/bus_card.h"
#include "lab/bench/bench.h"
#include "lab/bench/traffic_counts.h"
#include "lab/experiment/traffic.h"
#include "net/port.h"

namespace niclab::lab {

class CycleHost {
public:
    /// Reports losses in the card. For packets the cause is reported when the next packet arrives,
    /// for cells at their loss.
    core::Tap<stack::Loss> lost;

    CycleHost(const TrafficHost& host, core::KernelBridge& kernel_bridge, host::Cpu& cpu, base::RandomStream& phases,
              std::uint64_t seed);

    /// Whether card and driver are initialised, and both ends of the fibers are in sync.
    bool up() { return card.ready() && access_.in_sync() && node_.nic().in_sync(); }
    /// Packets in the card, in the driver and between card and net that are not counted elsewhere.
    std::size_t under_way() const { return sent_.under_way() + coming_.under_way() + card.waiting(); }
    /// Whether nothing has moved since the last call, and nothing is under way.
    bool is_idle() { return !still_moving() && under_way() == 0; }
    /// Reports packets that have not arrived as lost, if nothing moves any more.
    void settle();
    /// Cells of packets that arrived whole, and cells that arrived here and neither were delivered
    /// nor dropped.
    std::uint64_t cells_delivered() const { return cells_delivered_; }
    std::uint64_t cells_under_way() const { return port.stats().cells_out_of_net - cells_delivered_ - cells_dropped_; }
    CardCounts counts() const;

private:
    /// Cells of a channel in the card's buffers, which may become a whole packet.
    struct Stored {
        std::uint64_t cells = 0;
        tcp::Packet packet;  ///< A packet of the channel.
    };
    void blame(std::uint32_t channel, card::UnitOutcome outcome);
    void drop_cells(stack::Drop cause, const tcp::Packet& packet, std::uint32_t cells);
    void deliver_cells(std::uint32_t channel, std::size_t octets);
    void enter_transaction_level();
    bool still_moving();

    stack::Manifest sent_, coming_;
    core::Clock oscillator_;
    net::Access access_;
    Node node_;
    utopia::TxCellLink utopia_tx_;
    utopia::RxCellLink utopia_rx_;
    std::uint64_t cells_received_ = 0, cells_delivered_ = 0, cells_dropped_ = 0, seen_ = 0;
    std::map<std::uint32_t, Stored> stored_;
    core::KernelBridge& kernel_bridge_;

public:
    kernel::BusCard card;
    net::Port port;
};

}  // namespace niclab::lab
