/// @file An ATM switch: connections by port and VCI, policing at the input, a queue at the output.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>

#include "net/switch_queue.h"

namespace niclab::net {

/// The generic cell rate algorithm: decides whether a cell is too early for its contract.
///
/// Source: ITU-T I.371 annex 1, ATM Forum UNI 3.1 section 3.6.2.4 (virtual scheduling), from memory
///   of the standards.
class Gcra {
public:
    /// `increment`: time between cells of the contract. `limit`: the time by which a cell may be
    /// early. Any one unit of time.
    Gcra(std::uint64_t increment, std::uint64_t limit) : increment_(increment), limit_(limit) {}

    /// A cell arrives at `at`, not before the one before it. Returns false if it does not conform;
    /// the state is then unchanged.
    bool conforms(std::uint64_t at) {
        if (at + limit_ < expected_) return false;
        expected_ = std::max(at, expected_) + increment_;
        return true;
    }

private:
    std::uint64_t increment_, limit_, expected_ = 0;
};

class AtmSwitch : public Endpoint {
public:
    struct Stats {
        std::uint64_t policed_cells = 0, policed_pdus = 0, unknown = 0;  ///< The last: cells without a route.
    };
    AtmSwitch(base::EventQueue& event_queue, std::string name, unsigned ports)
        : event_queue_(event_queue), name_(std::move(name)), queues_(ports), ways_(ports) {}

    /// Attaches `line` to `port`: what leaves by the port waits in a queue and is sent on the line.
    void attach(unsigned port, const QueueConfig& config, Line& line);
    /// Routes cells of `vci` at `port` to `out`.
    void connect(unsigned port, std::uint16_t vci, unsigned out) { way(port, vci).out = out; }
    /// Polices a connection: cells must be `increment` apart, early by `limit` at most; others are
    /// dropped.
    void police(unsigned port, std::uint16_t vci, Femtoseconds increment, Femtoseconds limit);

    bool wants_first_cell() const override { return true; }
    void arrive(unsigned port, const Train& train) override;

    const std::string& name() const { return name_; }
    const Stats& stats() const { return stats_; }
    unsigned ports() const { return static_cast<unsigned>(queues_.size()); }
    const SwitchQueue* queue(unsigned port) const { return queues_[port].get(); }
    /// Cells of a PDU were dropped here; called once per cause.
    std::function<void(const stack::Loss&)> lost;

private:
    struct Way {
        static constexpr unsigned kNone = ~0u;
        unsigned out = kNone;
        bool policed = false;
    };
    Way& way(unsigned port, std::uint16_t vci) {
        auto& ways = ways_.at(port);
        if (vci >= ways.size()) ways.resize(vci + 1u);
        return ways[vci];
    }
    void check(Gcra& contract, Train& train);
    void drop_all(stack::Drop cause, const Train& train);

    base::EventQueue& event_queue_;
    std::string name_;
    std::vector<std::unique_ptr<SwitchQueue>> queues_;
    std::vector<std::vector<Way>> ways_;  ///< Of each port, by VCI.
    std::map<std::pair<unsigned, std::uint16_t>, Gcra> contracts_;
    Stats stats_;
};

}  // namespace niclab::net
