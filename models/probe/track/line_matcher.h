/// @file A matcher that determines the result at the other end for every user cell that a PHY
/// launches.
///
/// Behaviour: the receiver processes each octet a constant time after its launch. A cell's header
///   and end are then processed within the octets that a row of overhead may add. So a decision of
///   the receiver belongs to the one cell with this time in its window. A cell with a window
///   without a decision was lost while there was no frame or no delineation.
/// Not modelled: loopbacks, which have another delay; a path pointer other than 522, which moves
///   the overhead.
#pragma once

#include <cstdint>
#include <functional>

#include "atm/cell.h"
#include "base/ring.h"
#include "core/clock.h"

namespace niclab::probe {

class LineMatcher {
public:
    enum class Outcome {
        Passed,       ///< Into the receive FIFO, as it was sent.
        Altered,      ///< Into the receive FIFO with another header.
        HeaderError,  ///< Dropped because of its header.
        BecameNull,   ///< Its header had become that of an idle or unassigned cell.
        FifoOverrun,
        FifoReset,
        NoDelineation,  ///< The receiver was not delineated.
    };

    /// `delay_fs`: from the edge that launches an octet to the edge at which the receiver processes
    /// it. `gap`: octets of overhead per row.
    LineMatcher(core::Femtoseconds delay_fs, core::Femtoseconds octet_fs, unsigned gap = 10)
        : delay_(delay_fs), octet_(octet_fs), gap_(gap) {}

    /// Called for each user cell, in the order of launching, with the time of the decision.
    std::function<void(Outcome, core::Femtoseconds at)> decided;
    /// Called when a cell enters the receive FIFO that was not sent as a user's cell.
    std::function<void()> inserted;

    /// The first octet of a user cell is launched at `t`.
    void launched(const atm::Header& header, core::Femtoseconds t) { pending_.push_back({header, t}); }
    /// The receiver decides on a cell: at its header, or at its end if the header passed.
    void at_header(Outcome outcome, core::Femtoseconds t) { settle(outcome, t, kHeaderEnd); }
    void at_end(Outcome outcome, const atm::Header& header, core::Femtoseconds t) {
        expire(t);
        if (!matches(t, kCellEnd)) {
            if (outcome == Outcome::Passed) inserted();
            return;
        }
        const bool altered = outcome == Outcome::Passed && pending_.front().header.word() != header.word();
        take(altered ? Outcome::Altered : outcome, t);
    }
    /// Ends the wait for cells with a window that is over at `t`.
    void expire(core::Femtoseconds t) {
        while (!pending_.empty() && pending_.front().at + delay_ + octet_ * (kCellEnd + gap_ + 2) < t)
            take(Outcome::NoDelineation, t);
    }
    /// Number of launched cells without a decision.
    std::size_t pending() const { return pending_.size(); }

private:
    static constexpr unsigned kHeaderEnd = 4, kCellEnd = 52;
    struct Launched {
        atm::Header header;
        core::Femtoseconds at;
    };

    bool matches(core::Femtoseconds t, unsigned octet) const {
        if (pending_.empty()) return false;
        const core::Femtoseconds earliest = pending_.front().at + delay_ + octet_ * (octet - 1);
        return t >= earliest && t <= earliest + octet_ * (gap_ + 2);
    }
    void settle(Outcome outcome, core::Femtoseconds t, unsigned octet) {
        expire(t);
        if (matches(t, octet)) take(outcome, t);
    }
    void take(Outcome outcome, core::Femtoseconds t) {
        pending_.pop_front();
        decided(outcome, t);
    }

    core::Femtoseconds delay_, octet_;
    unsigned gap_;
    base::Ring<Launched> pending_;
};

/// Name in reports: the cause of a loss; "" for cells that were not lost.
constexpr const char* cause(LineMatcher::Outcome outcome) {
    constexpr const char* names[] = {"",
                                     "",
                                     "phy_header_error",
                                     "phy_null_header",
                                     "phy_rx_fifo_overrun",
                                     "phy_rx_fifo_reset",
                                     "line_no_delineation"};
    return names[static_cast<unsigned>(outcome)];
}

}  // namespace niclab::probe
