/// @file The events of packets in the ATM card of a host with a TCP, for observers of paths.
///
/// Behaviour: the card's fiber leads to a PHY of the net. So there are two hops with cells: from the
///   card to the net, and from the net to the card. The observers of each hop are those of two cards
///   on one fiber.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "lab/bench/atm_cycle_host.h"
#include "lab/watch/atm_watch.h"
#include "lab/watch/checkers.h"

namespace niclab::lab {

class CellEnd {
public:
    /// Packets between two searches for those with all events, which take a while.
    static constexpr unsigned kTogether = 64;
    /// A hop, with the packets of all connections of its host.
    struct Hop {
        probe::PduTracker tracker;
        probe::LatencyRecorder recorder;
        std::unique_ptr<LineObserver> line;
        const probe::PduRow& row(std::size_t number) const { return tracker.rows()[number]; }
        /// Rows before it have all their events.
        std::size_t oldest_in_work() const { return std::min(tracker.oldest_in_work(), recorder.oldest_in_work()); }
    };

    /// `host` and `checkers` must outlive it.
    CellEnd(AtmCycleHost& host, const Checkers& checkers, unsigned run);
    AtmCycleHost& host() const { return host_; }
    const End& end() const { return host_.end(); }

    Hop to_net, to_card;
    // In the kernel's time.
    /// Reports a packet that IP offers to the driver, and its row.
    core::Tap<stack::Manifest::Entry, std::size_t> offered;
    /// Reports a packet for the card that arrives from the net, and its row.
    core::Tap<stack::Manifest::Entry, std::size_t> announced;

private:
    void follow_to_net();
    void follow_to_card();

    AtmCycleHost& host_;
    /// Rows of the packets to the card, by connection and number in its record.
    std::map<std::uint16_t, std::vector<std::size_t>> announced_;
};

/// The rows of hops that are still needed.
class KeptRows {
public:
    /// Both hops of `end`, with the rows that have not all their events.
    void add(CellEnd& end) {
        for (CellEnd::Hop* hop : {&end.to_net, &end.to_card}) first_[hop] = hop->oldest_in_work();
    }
    /// Of an added hop.
    void keep(CellEnd::Hop& hop, std::size_t row) { first_[&hop] = std::min(first_[&hop], row); }
    /// Forgets the records of the packets in the rows before.
    void forget_others() {
        for (const auto& [hop, row] : first_) hop->recorder.forget_before(row);
    }

private:
    std::map<CellEnd::Hop*, std::size_t> first_;
};

}  // namespace niclab::lab
