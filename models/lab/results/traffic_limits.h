/// @file  What limits a flow at the coarse level, named from what was seen to be full and what the sender waited for.
///
/// In this order:  of what is full (over 90 % busy, *assumed*) the fullest; else losses, where the sender mostly waited for a
/// time-out or its congestion window or a datagram in a hundred is missing; else the window, the congestion window alone, the program itself.
/// A line of half duplex that is either taken or silent while one of its ends backs off has no room either: the back-off is named.
/// What is full of other flows does not limit a TCP that has less than half of its part: then it is what this TCP waits for.
/// Of a datagram flow that loses, only what lies behind its sending host: behind the switch where most are lost, or in the host that is too slow.
#pragma once

#include "lab/bench/traffic_meter.h"

namespace niclab::lab {

struct Limit {
    std::string
        kind;  ///< peak_cell_rate, line, back_off, card, cpu, loss, policer, window, congestion_window, delayed_ack, nagle, program, round_trip
    std::string who;      ///< Whose; of losses the cause.
    double share = 0;     ///< Of the measured time, 0 to 1: busy, or waited for; of losses lost or sent again.
    std::string text;     ///< "the line a to b, 99.9 % busy"
    bool others = false;  ///< It is full, but of what others send: the flow has less than half of its part.
};

/// What a flow tells of itself.
struct FlowSigns {
    bool datagrams = false;     ///< UDP.
    bool transactions = false;  ///< One after the other.
    double lost =
        0;  ///< Share of its segments sent again, of its datagrams that did not come, of requests without a reply.
    std::string cause;         ///< Of most of its packets that were lost; empty: none was.
    std::uint64_t window = 0;  ///< Octets: the smaller of the sockets' buffers, as far as TCP can tell it.
    bool unscaled = false;     ///< The buffers are larger: one of the hosts does not scale windows (RFC 1323, 2.2).
    double under_way = 0;      ///< Octets sent and not acknowledged, on average.
    double rate = 0;           ///< Mb/s; transactions a second.
};

Limit limit_of(const std::vector<Use>& shares, const FlowSigns& signs);

}  // namespace niclab::lab
