/// @file  What a sender waits for while it has nothing to do, and for how long.
///
/// Source:  the idea of tcp_chrono of Linux (net/ipv4/tcp_output.c), which tells busy, window-limited and buffer-limited time apart.
#pragma once

#include <array>

#include "base/agenda.h"

namespace niclab::stack {

enum class Wait {
    Program,           ///< All that was written is sent: the program has not written more.
    SendBuffer,        ///< Likewise, but the program wants to write and finds no room.
    PeerWindow,        ///< The peer takes no more.
    CongestionWindow,  ///< The network is not to be given more.
    Ack,               ///< A small segment waits for an ack (RFC 896) or for more to go with.
};
inline constexpr std::size_t kWaits = 5;
inline const char* to_string(Wait wait) {
    constexpr const char* kNames[kWaits] = {"program", "send_buffer", "peer_window", "congestion_window", "ack"};
    return kNames[std::size_t(wait)];
}

class Waits {
public:
    /// From `now` on it waits for this.
    void enter(Wait wait, base::Femtoseconds now) {
        so_far_[std::size_t(waits_for_)] += now - since_;
        waits_for_ = wait, since_ = now;
    }
    /// Up to `now`; their sum is all the time there was.
    base::Femtoseconds of(Wait wait, base::Femtoseconds now) const {
        return so_far_[std::size_t(wait)] + (wait == waits_for_ ? now - since_ : 0);
    }

private:
    std::array<base::Femtoseconds, kWaits> so_far_{};
    Wait waits_for_ = Wait::Program;
    base::Femtoseconds since_ = 0;
};

}  // namespace niclab::stack
