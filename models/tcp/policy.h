/// @file The differences of the TCPs of 1996, each with a name, and the systems of that time as
/// sets of them.
///
/// Source: next to the values of each system in policy.cpp. The defaults here belong to no system.
/// Assumed: most vendors published little; values without a source are *assumed*.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/time.h"

namespace niclab::tcp {

/// The condition for an immediate acknowledgement; otherwise it is delayed.
struct AckRule {
    enum class Count {
        Segments,  ///< A number of segments that arrived in order, of any size.
        Full,      ///< A multiple of the MSS in octets.
        Octets,    ///< More than a number of octets (Linux 2.0).
        None,      ///< No number: an ack is a window update, or delayed (BSD).
    };
    Count count = Count::Segments;
    unsigned limit = 2;
    /// The number adapts, and `limit` is its maximum. The first segment is acknowledged, then the
    /// number grows by one with each ack that it caused, up to half the receive window. A delayed
    /// ack for more than one MSS shows that the sender waits for it: the number falls to one, and
    /// the maximum by one. A small segment is acknowledged with the waiting ones, unless whole
    /// segments wait.
    bool adapts = false;
};

/// The time of a delayed acknowledgement.
struct AckDelay {
    base::Femtoseconds after = 200 * base::kMillisecond;
    bool fixed_phase = true;  ///< True: at the next tick of a clock with this period; false: this time after the
                              ///< arrival.
    bool restarts = false;    ///< After the last waiting segment, not after the first.
};

/// The rounding of a receive buffer that is not a multiple of the MSS.
enum class RoundWindow {
    No,
    Up,
    Buffers,  ///< Up, if it is more than an MSS; the send buffer, too, which also limits the MSS (4.4BSD).
    Within,   ///< Up; down to a multiple if a window field cannot represent it.
};

struct Policy {
    std::string name = "bsd44";
    AckRule ack;
    AckDelay ack_delay;
    bool nagle = true;               ///< A small segment waits while any octet is unacknowledged (RFC 896).
    std::uint32_t tail_alone = 0;    ///< A write's tail of at least this number of octets is a segment of its own; 0:
                                     ///< never.
    unsigned initial_window = 1;     ///< Segments.
    bool restart_after_idle = true;  ///< Slow start again after an RTO without transmission.
    bool fast_retransmit = true;     ///< At the third duplicate, with Reno's recovery; false: only the RTO recovers.
    base::Femtoseconds tick = 500 * base::kMillisecond;  ///< Timeouts happen at multiples of it.
    base::Femtoseconds rto_initial = 3 * base::kSecond;
    base::Femtoseconds rto_min = base::kSecond, rto_max = 64 * base::kSecond;
    double update_segments = 2;    ///< A window update is due when it opens the window by this number of MSS,
    double update_share = 0.5;     ///< or by this share of the buffer.
    std::uint32_t mss_unit = 0;    ///< The MSS of an interface is rounded down to its multiple if it is more; 0: never.
    bool mss_half_buffer = false;  ///< Half of the receive buffer limits the MSS that is offered.
    std::uint32_t write_unit = 0;  ///< A write reaches TCP in pieces of this size, and a writer waits until a piece
                                   ///< fits; 0: it follows wake_fraction.
    std::uint32_t small_write_unit = 0;  ///< The same for the rest of a write below `small_write` octets; 0: no such
    std::uint32_t small_write = 0;       ///< rule.
    bool idle_at_call = false;  ///< Nagle's rule counts what was unacknowledged when the output began: all segments
                                ///< of a call are small segments of an idle connection.
    RoundWindow round_window = RoundWindow::No;
    /// Received data waits for the program at the head of a stream (System V). The advertised
    /// window shrinks only by data that arrives while a whole buffer waits there, and opens when
    /// that was read. If false, it is always reduced by the unread data.
    bool stream_head = false;
    bool window_scale = false, timestamps = false;  ///< RFC 1323: offered in SYN.
    double wake_fraction = 0.33;  ///< A blocked writer continues when this share of the send buffer is free.

    /// Octets in which the rest of a write, `rest` octets, reaches TCP, if it is a system with
    /// `write_unit`, else 0.
    std::uint32_t piece(std::uint32_t rest) const {
        return small_write_unit > 0 && rest < small_write ? small_write_unit : write_unit;
    }
    /// Free octets of a send buffer of `buffer` octets at which a blocked writer continues.
    double wake_octets(std::uint32_t buffer) const {
        return write_unit > 0 ? std::min(write_unit, buffer) : wake_fraction * buffer;
    }
};

/// Policies of a period system by its name. Throws std::out_of_range.
const Policy& policy(const std::string& name);
std::vector<std::string> policy_names();

}  // namespace niclab::tcp
