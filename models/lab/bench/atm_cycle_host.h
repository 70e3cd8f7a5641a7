/// @file A host with a TCP and an ATM card at the cycle level: fibers, and the conversion of cells
/// between card and net.
#pragma once

#include "lab/bench/cycle_host.h"
#include "net/port.h"

namespace niclab::lab {

class AtmCycleHost : public CycleHost {
public:
    AtmCycleHost(const TrafficHost& host, core::KernelBridge& kernel_bridge, host::Cpu& cpu, base::RandomStream& phases,
                 std::uint64_t seed);

    /// Also whether both ends of the fibers are in sync.
    bool up() override { return card_->ready() && access_.in_sync() && node_->nic().in_sync(); }
    bool is_idle() override { return !still_moving() && under_way() == 0; }
    void settle() override;
    CardCounts counts() const override;
    void enter_transaction_level();
    std::pair<base::Femtoseconds, std::uint64_t> first_bits() const override {
        return {port.stats().first_cells, port.stats().pdus};
    }
    /// Its connection to the net, for observers.
    net::Access& access() { return access_; }
    /// Cells of packets that arrived whole, and cells that arrived here and neither were delivered
    /// nor dropped.
    std::uint64_t cells_delivered() const { return cells_delivered_; }
    std::uint64_t cells_under_way() const { return port.stats().cells_out_of_net - cells_delivered_ - cells_dropped_; }

private:
    /// Cells of a channel in the card's buffers, which may become a whole packet.
    struct Stored {
        std::uint64_t cells = 0;
        tcp::Packet packet;  ///< A packet of the channel.
    };
    void blame(std::uint32_t channel, card::UnitOutcome outcome);
    void drop_cells(stack::Drop cause, const tcp::Packet& packet, std::uint32_t cells);
    void deliver_cells(std::uint32_t channel, std::size_t octets);
    bool still_moving();

    core::Clock oscillator_;
    net::Access access_;
    std::uint64_t cells_received_ = 0, cells_delivered_ = 0, cells_dropped_ = 0, seen_ = 0;
    std::map<std::uint32_t, Stored> stored_;

public:
    net::Port port;
};

}  // namespace niclab::lab
