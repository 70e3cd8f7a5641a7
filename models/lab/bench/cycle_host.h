/// @file  What a host with programs and a TCP has besides where its card is simulated clock by clock: bus, memory, bridge, card, driver, and
/// the way into the net.
#pragma once

#include "kernel/bus_card.h"
#include "lab/bench/bench.h"
#include "lab/bench/traffic_counts.h"
#include "lab/experiment/traffic.h"
#include "net/port.h"

namespace niclab::lab {

class CycleHost {
public:
    /// Of packets a card may lose, why; they are told when the next one comes.
    core::Tap<stack::Loss> lost;

    CycleHost(const TrafficHost& host, core::Conductor& conductor, host::Cpu& cpu, base::RandomStream& phases,
              std::uint64_t seed);

    /// Card and driver are set up, and both ends of the fibers in step.
    bool up() { return card.ready() && access_.in_sync() && node_.nic().in_sync(); }
    /// Packets in the card, the driver and on the way between card and net, that nobody else counts.
    std::size_t under_way() const { return sent_.under_way() + coming_.under_way() + card.waiting(); }
    /// Nothing has moved since it was asked last, and nothing is under way.
    bool rests() { return !still_moving() && under_way() == 0; }
    /// What was to come and did not is lost, if nothing moves any more.
    void settle() {
        if (!still_moving()) coming_.give_up();
    }
    CardCounts counts() const;

private:
    void blame(std::uint32_t channel, card::Fate fate);
    void hand_over_whole();
    bool still_moving();

    stack::Manifest sent_, coming_;
    core::Clock oscillator_;
    net::Access access_;
    Node node_;
    utopia::TxCellLink utopia_tx_;
    utopia::RxCellLink utopia_rx_;
    std::uint64_t cells_received_ = 0, seen_ = 0;

public:
    kernel::BusCard card;
    net::Port port;
};

}  // namespace niclab::lab
