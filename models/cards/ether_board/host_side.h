/// @file The chip's side of the window: one access of the host at a time, with its effect some
/// clocks after it is taken.
#pragma once

#include "cards/ether_board/io_window.h"
#include "core/stats.h"

namespace niclab::ether_board {

class HostSide {
public:
    /// `register_clocks`: from the start of an access to its effect, at least 1.
    explicit HostSide(unsigned register_clocks) : register_clocks_(register_clocks) {}
    IoWindow window;

    /// An edge, and those after the last call, `edges` in all; takes the next access, if none is
    /// under way. Returns true at the edge at which the access may have its effect.
    bool clock(std::uint64_t edges = 1) {
        if (!busy_ && window.requests.has_item()) {
            access = window.requests.item();
            window.requests.take();
            busy_ = true, clocks_ = register_clocks_, edges = 1;
            ++(access.write ? writes_ : reads_);
        }
        return clocks_ > 0 && (clocks_ -= edges) == 0;
    }
    /// Number of the next edge at which it may do something; 0: none before a request or finish().
    std::uint64_t next_edge() const { return busy_ ? clocks_ : window.requests.vacant() ? 0 : 1; }
    /// That edge is reached or over: the effect takes place as soon as the chip can.
    bool due() const { return busy_ && clocks_ == 0; }
    /// The access has had its effect; a read is answered.
    void finish(std::uint32_t value) {
        busy_ = false;
        if (!access.write) window.answers.post(value);
    }
    /// An access is under way, or waits.
    bool work() const { return busy_ || window.requests.has_item(); }

    void describe(core::StatsVisitor& v) const {
        v.counter("reads", reads_, "events", "Reads of the window that the chip completed.");
        v.counter("writes", writes_, "events", "Writes to the window that the chip accepted.");
    }

    HostAccess access;  ///< The access under way. A chip may clear the enables of octets that it has processed.

private:
    unsigned register_clocks_;
    bool busy_ = false;
    std::uint64_t clocks_ = 0;
    std::uint64_t reads_ = 0, writes_ = 0;
};

}  // namespace niclab::ether_board
