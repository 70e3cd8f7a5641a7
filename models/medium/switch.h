/// @file An Ethernet switch with a MAC at signal level per port. It receives whole frames, learns
/// the port of each station from source addresses, and sends frames from a finite queue per port.
/// Ports may differ in speed and duplex.
///
/// Source: IEEE 802.1D clause 7 (from memory of the standard): learning, forwarding, flooding of
///   unknown and of group addresses, static entries for groups.
/// Timing: a frame that was received with a correct FCS is in its queue `transit` after the end of
///   its carrier, *assumed*. The MAC of its port may take it from the next clock on. Frames that
///   are ready at the same femtosecond are ordered by their ports; a place that becomes free at
///   that time is available after it.
/// Not modelled: ageing of addresses, spanning tree (there may be no loops), cut-through, flow
///   control, one memory for all ports.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <vector>

#include "base/time.h"
#include "core/dispatcher.h"
#include "core/stats.h"
#include "core/tap.h"
#include "ether/mac.h"
#include "medium/attachment.h"

namespace niclab::medium {

struct SwitchConfig {
    unsigned queue_frames = 64;  ///< 1 .. 65536: of each port, including the frame that is being sent.
    core::Femtoseconds transit = 10 * base::kMicrosecond;  ///< Greater than 0.
};

struct SwitchPortConfig {
    core::Femtoseconds bit = 100 * base::kNanosecond;  ///< Bit time of its oscillator,
    core::Femtoseconds phase = 0;                      ///< and its phase.
    ether::MacConfig mac;                              ///< The width is 1 at 10 Mb/s, 4 at 100, 8 at 1000.
    TransceiverConfig transceiver;
};

/// A received frame. It does not change while copies of it are sent.
struct SwitchedFrame {
    std::uint64_t number = 0;          ///< From 0 on, in the order of reception.
    unsigned from = 0;                 ///< Port of reception.
    std::vector<std::uint8_t> octets;  ///< Including the FCS.
};
using SwitchedFramePtr = std::shared_ptr<const SwitchedFrame>;

class Switch;

class SwitchPort : public sc_core::sc_module,
                   public Attachment,
                   public core::StatsSource,
                   private ether::OctetSource,
                   private ether::OctetSink {
public:
    struct Stats {
        std::uint64_t frames_in = 0, spoilt = 0, frames_out = 0, given_up = 0, queue_full = 0, most = 0;
    };
    SwitchPort(sc_core::sc_module_name name, Switch& owner, unsigned number, Segment& cable, double at_m,
               const SwitchPortConfig& config);

    const unsigned number;
    ether::Mac mac;
    /// Report that a frame entered the queue, became its first, and left it, sent or discarded.
    core::Tap<SwitchedFramePtr> queued, first;
    core::Tap<SwitchedFramePtr, ether::TransmitStatus> left;
    /// Reports a frame that was lost because the queue was full.
    core::Tap<SwitchedFramePtr> dropped;
    const Stats& stats() const { return stats_; }
    std::size_t waiting() const { return queue_.size(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class Switch;
    struct Waiting {
        SwitchedFramePtr frame;
        core::Femtoseconds since;
    };
    void enter(const SwitchedFramePtr& frame, unsigned places);

    bool ready() override { return !queue_.empty() && queue_.front().since < core::now_fs(); }
    ether::FrameOptions begin(unsigned attempt) override;
    ether::NextOctet next() override;
    void ended(const ether::TransmitStatus& status) override;

    void begin() override { coming_.clear(); }
    void octet(std::uint8_t octet) override { coming_.push_back(octet); }
    void ended(const ether::ReceiveStatus& status) override;

    Switch& owner_;
    std::deque<Waiting> queue_;
    std::size_t place_ = 0;         ///< Position of the next octet of the first frame.
    core::Femtoseconds freed_ = 0;  ///< Time at which the last frame left the queue.
    std::vector<std::uint8_t> coming_;
    Stats stats_;
};

class Switch : public sc_core::sc_module, public core::StatsSource {
public:
    using Address = std::array<std::uint8_t, 6>;

    /// Throws std::invalid_argument.
    Switch(sc_core::sc_module_name name, const SwitchConfig& config = {});
    /// Attaches a port at `at_m` metres of a cable. To be called before the simulation starts.
    SwitchPort& attach(const std::string& name, Segment& cable, double at_m, const SwitchPortConfig& config);
    /// Restricts frames to this group to this port and the others that were entered for it.
    void enter(const Address& group, unsigned port) { groups_[group].insert(port); }
    /// Reports a frame that was received at its port.
    core::Tap<SwitchedFramePtr> came;

    SwitchPort& port(std::size_t number) { return *ports_[number]; }
    const SwitchPort& port(std::size_t number) const { return *ports_[number]; }
    std::size_t ports() const { return ports_.size(); }
    /// Number of frames between their port and a queue, and in queues.
    std::size_t under_way() const;
    void describe(core::StatsVisitor& visitor) const override;

private:
    friend class SwitchPort;
    struct Passing {
        core::Femtoseconds through;
        SwitchedFramePtr frame;
        bool operator<(const Passing& o) const {
            return through != o.through ? through > o.through : frame->from > o.frame->from;
        }
    };
    void take(unsigned port, const std::vector<std::uint8_t>& octets);
    void forward();
    void send_on(const SwitchedFramePtr& frame);
    void request();

    SwitchConfig config_;
    std::vector<std::unique_ptr<SwitchPort>> ports_;
    std::priority_queue<Passing> passing_;
    std::map<Address, unsigned> stations_;          ///< The learned port of each station.
    std::map<Address, std::set<unsigned>> groups_;  ///< Static entries.
    std::uint64_t frames_ = 0, flooded_ = 0, filtered_ = 0;
    core::Timer through_ = core::Timer::of<&Switch::forward>(*this),
                may_send_ = core::Timer::of<&Switch::request>(*this);
};

}  // namespace niclab::medium
