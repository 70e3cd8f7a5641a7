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
    /// `limit` is the most: the number begins at one, grows by one with each ack it made due, and is never more than half the receive
    /// buffer. A delayed ack for more than one MSS shows that the sender waits for it: the number falls to two, the most by one.
    bool adapts = false;
};

/// When a delayed acknowledgement goes.
struct AckDelay {
    base::Femtoseconds after = 200 * base::kMillisecond;
    bool fixed_phase = true;  ///< With the next tick of a clock with this period; else so long after the octets came.
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
    bool round_window = false;   ///< The receive buffer is rounded up to a multiple of the MSS.
    bool window_scale = false, timestamps = false;  ///< RFC 1323: offered in SYN.
    double wake_fraction = 0.33;  ///< A blocked writer wakes when this share of the send buffer is free.
};

/// Policies of a period system by its name. Throws std::out_of_range.
const Policy& policy(const std::string& name);
std::vector<std::string> policy_names();

}  // namespace niclab::tcp
