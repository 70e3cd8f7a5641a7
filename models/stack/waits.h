/// @file The waits of a sender without work: reasons and durations.
///
/// Source: the idea of tcp_chrono of Linux (net/ipv4/tcp_output.c), which distinguishes busy,
///   window-limited and buffer-limited time.
#pragma once

#include <array>

#include "base/event_queue.h"

namespace niclab::stack {

enum class Wait {
    Program,           ///< All written data is sent: the program has not written more.
    SendBuffer,        ///< All written data is sent: the program waits for space in the buffer.
    PeerWindow,        ///< The peer's window is full.
    CongestionWindow,  ///< The congestion window is full.
    Ack,               ///< A small segment waits for an ack (RFC 896) or for more data.
};
inline constexpr std::size_t kWaits = 5;
inline const char* to_string(Wait wait) {
    constexpr const char* kNames[kWaits] = {"program", "send_buffer", "peer_window", "congestion_window", "ack"};
    return kNames[std::size_t(wait)];
}

class Waits {
public:
    /// Begins a wait of this kind at `now`.
    void enter(Wait wait, base::Femtoseconds now) {
        so_far_[std::size_t(waits_for_)] += now - since_;
        waits_for_ = wait, since_ = now;
    }
    /// Sum up to `now`; all kinds together are the whole time.
    base::Femtoseconds of(Wait wait, base::Femtoseconds now) const {
        return so_far_[std::size_t(wait)] + (wait == waits_for_ ? now - since_ : 0);
    }

private:
    std::array<base::Femtoseconds, kWaits> so_far_{};
    Wait waits_for_ = Wait::Program;
    base::Femtoseconds since_ = 0;
};

}  // namespace niclab::stack
