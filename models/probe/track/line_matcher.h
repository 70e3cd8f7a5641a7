/// @file  Tells of every user cell that a PHY puts on a line what becomes of it at the other end.
///
/// The receiver meets each octet a constant time after it was launched; a cell's header and end are then met within the
/// octets a row of overhead may add. So a decision of the receiver belongs to the one cell whose window it falls
/// into, and a cell whose window passes without a decision was lost while there was no frame or no delineation. Not
/// modelled:  loopbacks, which have another delay; a path pointer other than 522, which moves the overhead.
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
        HeaderError,  ///< Dropped for its header.
        BecameNull,   ///< Its header had become that of an idle or unassigned cell.
        FifoOverrun,
        FifoReset,
        NoDelineation,  ///< Nobody was looking at cells.
    };

    /// `delay_fs`: from the edge that launches an octet to the edge at which the receiver works on it. `gap`: octets of
    /// overhead in a row.
    LineMatcher(core::Femtoseconds delay_fs, core::Femtoseconds octet_fs, unsigned gap = 10)
        : delay_(delay_fs), octet_(octet_fs), gap_(gap) {}

    /// Called for each user cell, in the order of launching, with the time of the decision.
    std::function<void(Outcome, core::Femtoseconds at)> decided;
    /// Called when a cell enters the receive FIFO that nobody sent as a user's.
    std::function<void()> inserted;

    /// The first octet of a user cell is launched at `t`.
    void launched(const atm::Header& header, core::Femtoseconds t) { pending_.push_back({header, t}); }
    /// The receiver decides on a cell: at its header, or at its end where it passed the header.
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
    /// Gives up cells whose time is over at `t`.
    void expire(core::Femtoseconds t) {
        while (!pending_.empty() && pending_.front().at + delay_ + octet_ * (kCellEnd + gap_ + 2) < t)
            take(Outcome::NoDelineation, t);
    }
    /// Launched and not decided.
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

/// As reports write it: the cause of a loss; "" for what was not lost.
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
