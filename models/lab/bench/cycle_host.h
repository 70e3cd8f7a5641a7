/// @file The additional parts of a host with programs and a TCP if its card is at the cycle level:
/// bus, memory, bridge, card, driver. A class for each kind of line adds the connection to the net.
#pragma once

#include <cstdint>

#include "base/time.h"
#include "kernel/bus_card.h"
#include "lab/bench/bench.h"
#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// The counts of a host's card at either level.
struct CardCounts {
    std::uint64_t pdus_sent = 0, pdus_received = 0, cells_sent = 0, cells_received = 0;
    base::Femtoseconds busy = 0;  ///< Time during which it could process no other PDU.
};

class CycleHost {
public:
    /// Reports losses in the card. For packets the cause is reported when the next packet arrives,
    /// for cells at their loss.
    core::Tap<stack::Loss> lost;

    virtual ~CycleHost() = default;
    /// Whether card and driver are initialised, and the line is in sync.
    virtual bool up() = 0;
    /// Packets in the card, in the driver and between card and net that are not counted elsewhere.
    std::size_t under_way() const { return sent_.under_way() + coming_.under_way() + card_->waiting(); }
    /// Whether nothing has moved since the last call, and nothing is under way.
    virtual bool is_idle() = 0;
    /// Reports packets that have not arrived as lost, if nothing moves any more.
    virtual void settle() = 0;
    virtual CardCounts counts() const = 0;
    /// Sum over all packets sent of the time from the packet's offer to its first bit on the line,
    /// and their number.
    virtual std::pair<base::Femtoseconds, std::uint64_t> first_bits() const = 0;
    kernel::BusCard& card() { return *card_; }
    const kernel::BusCard& card() const { return *card_; }
    Node& node() { return *node_; }
    /// Its card as an end of a line, for observers of its bus and its MAC.
    const End& end() const { return *end_; }

protected:
    CycleHost(const std::function<stack::Manifest::Octets(const tcp::Packet&)>& octets_of,
              core::KernelBridge& kernel_bridge);
    /// A phase of a clock of that period.
    static core::Femtoseconds phase(base::RandomStream& phases, core::Femtoseconds period) {
        return static_cast<core::Femtoseconds>(phases.uniform(1, std::int64_t(period)));
    }
    void add_card(const TrafficHost& host, core::Clock& oscillator, host::Cpu& cpu,
                  const kernel::BusCard::Config& config);
    void report(const stack::Loss& loss) { lost(kernel_bridge_.now(), loss); }

    core::KernelBridge& kernel_bridge_;
    stack::Manifest sent_, coming_;
    std::unique_ptr<Node> node_;
    std::unique_ptr<kernel::BusCard> card_;
    std::unique_ptr<End> end_;
};

}  // namespace niclab::lab
