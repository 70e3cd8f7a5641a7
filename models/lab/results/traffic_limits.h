/// @file The limit of a flow at the coarse level, derived from the busy resources and the waits of
/// the sender.
///
/// Behaviour: of all resources that are full (over 90 % busy, *assumed*) the fullest is named.
///   Otherwise losses are named, if the sender mostly waited for a time-out or its congestion
///   window, or if one datagram in a hundred is missing. Otherwise the window, the congestion
///   window alone, or the program itself is named.
///
/// A half-duplex line that is either busy or silent during the back-off of one of its ends is full,
/// too: the back-off is named. A resource that is full because of other flows does not limit a TCP
/// with less than half of its share: then the wait of this TCP is named. For a datagram flow with
/// losses only resources after its sending host count: those after the switch with the most losses,
/// or in the host that is too slow.
#pragma once

#include "lab/bench/traffic_meter.h"

namespace niclab::lab {

struct Limit {
    std::string
        kind;  ///< peak_cell_rate, line, back_off, card, cpu, loss, policer, window, congestion_window, delayed_ack,
               ///< nagle, program, round_trip, packet_time
    std::string who;      ///< Its owner; for losses the cause.
    double share = 0;     ///< Share of the measured time, 0 to 1: busy, or waited for; for losses the share of packets
                          ///< that were lost or retransmitted.
    std::string text;     ///< "the line a to b, 99.9 % busy"
    bool others = false;  ///< It is full because of other flows: the flow has less than half of its share.
};

/// The observations of a flow.
struct FlowSigns {
    bool datagrams = false;     ///< UDP.
    bool frames = false;        ///< Datagrams, but of hosts that are only a MAC: octets are those of whole frames.
    bool transactions = false;  ///< One after the other.
    bool one_by_one = false;    ///< Each packet is sent when the one before has arrived.
    bool latency = false;       ///< It is measured for the time of its packets, not for a rate.
    double lost =
        0;  ///< Share of retransmitted segments, of datagrams that did not arrive, of requests without a reply.
    std::string cause;         ///< Cause of most of its lost packets; empty: none was lost.
    std::uint64_t window = 0;  ///< Octets: the smaller of the sockets' buffers, limited to what TCP can represent.
    bool unscaled = false;     ///< The buffers are larger, but one of the hosts does not scale windows (RFC 1323, 2.2).
    double under_way = 0;      ///< Octets sent and not acknowledged, on average.
    double rate = 0;           ///< Mb/s; transactions per second.
};

Limit limit_of(const std::vector<Use>& shares, const FlowSigns& signs);

}  // namespace niclab::lab
