/// @file The layer between the stack and a device: the queue of packets to send, and the work of
/// the interrupt handler.
///
/// Behaviour: one interrupt takes all packets that are finished by then, one after the other. They
///   are passed to the protocols, which continue when the handler has ended. Interrupts for sent
///   packets are handled with the next one for a received packet, without a cost of their own
///   (*assumed*). The queue for the protocols is limited, as 4.4BSD's ipintrq; packets beyond that
///   are lost.
#pragma once

#include <functional>

#include "base/pool.h"
#include "base/ring.h"
#include "stack/device.h"
#include "stack/drops.h"
#include "stack/executor.h"

namespace niclab::stack {

class Interface : public Device::User {
public:
    struct Stats {
        std::uint64_t sent = 0, received = 0, interrupts = 0, queue_full = 0;
    };
    /// Limits of waiting packets.
    struct Queues {
        std::size_t device = 0, protocols = 0;
    };
    /// The receiver of packets.
    struct Upward {
        std::function<void(const tcp::Packet&)> input;    ///< At the protocols' level.
        std::function<void(const tcp::Packet&)> refused;  ///< The queue for the protocols is full.
    };
    Interface(Executor& executor, Device& device, const Queues& most, Upward upward);

    /// False: the queue is full and the packet is lost.
    bool send(const tcp::Packet& packet);
    std::uint32_t mtu() const { return device_.mtu(); }
    bool queue_empty() const { return queue_.empty(); }
    /// Called when the queue has become empty.
    std::function<void()> drained;
    const Stats& stats() const { return stats_; }

    void received() override;
    void room() override;

private:
    void copy_next();
    void head_copied(std::uint64_t octets_left);
    void copied(std::uint64_t);
    void take_next(std::uint64_t);
    void hand_up(std::uint64_t packet);
    void process(std::uint64_t packet);

    Executor& executor_;
    Device& device_;
    Queues most_;
    Upward upward_;
    std::size_t waiting_ = 0;  ///< Packets that wait for the protocols.
    base::Ring<tcp::Packet> queue_;
    base::Pool<tcp::Packet> under_way_;
    bool handling_ = false;
    bool copying_ = false;  ///< The first packet of the queue is being copied to the card.
    Stats stats_;
};

/// The activity of the protocols for a received packet, and its octets.
inline Activity activity_in(const tcp::Packet& p) {
    const bool bare = p.protocol == tcp::Protocol::Arp || (p.protocol == tcp::Protocol::Tcp && p.segment.length == 0);
    return bare ? Activity::AckIn : Activity::SegmentIn;
}

}  // namespace niclab::stack
