/// @file  Where the TCPs of 1996 differ, each difference by name, and the period systems as sets of them.
///
/// Source:     4.4BSD as told by Wright and Stevens, TCP/IP Illustrated 2 (from memory); what each system does otherwise
///             stands beside its value in policy.cpp.
/// Ambiguous:  most vendors wrote down little; values without a source are *assumed*.
#pragma once

#include <string>
#include <vector>

#include "base/time.h"

namespace niclab::tcp {

/// What makes an acknowledgement due at once; until then it is delayed.
struct AckRule {
    enum class Count {
        Segments,  ///< So many segments that came in order, whatever their size (4.4BSD).
        Full,      ///< So many times the MSS of octets.
        Octets,    ///< More than so many octets (Linux 2.0).
    };
    Count count = Count::Segments;
    unsigned limit = 2;
    /// `limit` is the most: the first segment is acknowledged, then the number grows by one with each ack it made due, up to half the
    /// receive window. A delayed ack for more than one MSS shows that the sender waits for it: the number falls to one, the most by one.
    /// A small segment is acknowledged with what waits, unless whole segments wait.
    bool adapts = false;
};

/// When a delayed acknowledgement goes.
struct AckDelay {
    base::Femtoseconds after = 200 * base::kMillisecond;
    bool fixed_phase = true;  ///< With the next tick of a clock with this period; else so long after the octets came.
    bool restarts = false;    ///< So long after the last segment that waits, not after the first.
};

/// What a receive buffer that is no multiple of the MSS becomes.
enum class RoundWindow {
    No,
    Up,
    Within,  ///< Up; down to a multiple where a window field cannot tell it.
};

struct Policy {
    std::string name = "bsd44";
    AckRule ack;
    AckDelay ack_delay;
    bool nagle = true;               ///< A small segment waits while anything is unacknowledged (RFC 896).
    std::uint32_t tail_alone = 0;    ///< A write's tail of at least so many octets is a segment of its own; 0: never.
    unsigned initial_window = 1;     ///< Segments.
    bool restart_after_idle = true;  ///< Slow start again after an RTO without sending.
    bool fast_retransmit = true;     ///< At the third duplicate, with Reno's recovery; else the RTO alone recovers.
    base::Femtoseconds tick = 500 * base::kMillisecond;  ///< Timeouts happen at multiples of it.
    base::Femtoseconds rto_initial = 3 * base::kSecond;
    base::Femtoseconds rto_min = base::kSecond, rto_max = 64 * base::kSecond;
    double update_segments = 2;  ///< A window update is due when it opens so many MSS (or half the buffer).
    RoundWindow round_window = RoundWindow::No;
    /// What came waits for the program at the head of a stream (System V): the window told shrinks only by what comes while a whole
    /// buffer waits there, and opens when that was read. Else it is always smaller by what was not read yet.
    bool stream_head = false;
    bool window_scale = false, timestamps = false;  ///< RFC 1323: offered in SYN.
    double wake_fraction = 0.33;  ///< A blocked writer wakes when this share of the send buffer is free.
};

/// Policies of a period system by its name. Throws std::out_of_range.
const Policy& policy(const std::string& name);
std::vector<std::string> policy_names();

}  // namespace niclab::tcp
