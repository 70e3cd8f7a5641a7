/// @file An Ethernet switch: it receives whole frames, learns the port of each station from source
/// addresses, and sends frames from a finite queue per port. A port may be an ATM card instead:
/// that is a LANE bridge.
///
/// Source: IEEE 802.1D clause 7 (from memory of the standard): learning, forwarding, flooding of
///   unknown destinations. LAN Emulation 1.0 (from memory): a bridge answers for the stations
///   connected through it.
/// Timing: a complete frame enters its queue `transit` later.
/// Not modelled: ageing of addresses, spanning tree (an experiment may have no loops), cut-through,
///   flow control, one memory for all ports.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>

#include "base/event_queue.h"
#include "base/pool.h"
#include "core/tap.h"
#include "net/frame_port.h"
#include "stack/device.h"
#include "stack/drops.h"

namespace niclab::net {

struct EtherSwitchConfig {
    std::size_t queue_frames = 64;  ///< Of each port, including the one that is being sent.
    Femtoseconds transit = 10 * base::kMicrosecond;
};

class EtherSwitch : public FrameStation {
public:
    using Config = EtherSwitchConfig;
    struct PortStats {
        std::uint64_t frames_in = 0, frames_out = 0, queue_full = 0;
        std::size_t most = 0;  ///< Frames in its queue.
    };
    struct Stats {
        std::uint64_t copies = 0;    ///< More than were received, if frames were flooded.
        std::uint64_t filtered = 0;  ///< Copies dropped because their station is at the port of reception.
    };
    EtherSwitch(base::EventQueue& event_queue, std::string name, unsigned ports, const Config& config);

    void attach(unsigned port, FramePort& mac);
    /// An ATM card, with the addresses of its connections.
    void attach(unsigned port, stack::Device& atm);
    void know(unsigned port, MacAddress station) { table_[station] = {port, true}; }

    const Frame* next(unsigned port) const override;
    void gone(unsigned port, ether::Outcome outcome) override;
    void began(unsigned port) override { step(FrameStep::Began, port, ports_[port].queue.front()); }
    void arrived(unsigned port, const Frame& frame, bool whole) override;

    const std::string& name() const { return name_; }
    unsigned ports() const { return unsigned(ports_.size()); }
    const Stats& stats() const { return stats_; }
    const PortStats& stats(unsigned port) const { return ports_[port].stats; }
    std::size_t length(unsigned port) const { return ports_[port].queue.size(); }
    /// Number of frames in it.
    std::size_t under_way() const;
    /// Reports the steps of its frames at each port.
    core::Tap<FrameStep, unsigned, Frame> stepped;
    /// A packet was lost here.
    std::function<void(const stack::Loss&)> lost;

private:
    /// The events of an ATM card for its port.
    struct AtmPort : stack::Device::User {
        AtmPort(EtherSwitch& s, unsigned port, stack::Device& device) : owner(s), number(port), card(device) {}
        void received() override;
        void room() override { owner.send_cells(number); }
        EtherSwitch& owner;
        unsigned number;
        stack::Device& card;
    };
    struct Port {
        FramePort* mac = nullptr;  ///< Either of the two, or none.
        std::unique_ptr<AtmPort> atm;
        std::deque<Frame> queue;
        PortStats stats;
    };
    struct Known {
        unsigned port;
        bool reported;  ///< Not learned, but configured: permanent.
    };
    void forward(std::uint64_t frame);
    /// A broadcast reaches only the requested station at an ATM port: there is no BUS that copies
    /// it to all.
    bool asks_behind(unsigned port, const Frame& frame) const;
    void enter(unsigned port, const Frame& frame);
    void send_cells(unsigned port);
    void step(FrameStep what, unsigned port, const Frame& frame) { stepped(event_queue_.now(), what, port, frame); }
    void lose(stack::Drop cause, const Frame& frame) {
        if (lost) lost({cause, frame.packet});
    }

    base::EventQueue& event_queue_;
    std::string name_;
    Config config_;
    std::vector<Port> ports_;
    std::map<MacAddress, Known> table_;
    base::Pool<std::pair<Frame, unsigned>> inside_;  ///< With the port of reception.
    Stats stats_;
};

}  // namespace niclab::net
