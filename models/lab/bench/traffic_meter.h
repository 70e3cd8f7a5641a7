/// @file The use of all resources on a flow's path up to now. The difference between the begin and
/// the end of its measurement gives the busy resources, and the waits of the sender.
#pragma once

#include "lab/bench/traffic_bench.h"

namespace niclab::lab {

struct Use {
    enum class Of {
        PeakCellRate,  ///< Of a connection that cards shape.
        Line,          ///< One direction of a link: cells on it.
        BackOff,       ///< Of a port, on a line that is silent meanwhile.
        Card,          ///< A PDU passes through it, or its firmware prepares for the next.
        Cpu,           ///< In one context.
        Wait,          ///< The flow's sender waits for something.
        Stall,         ///< Up to a time-out, in parallel with one of the waits.
        HeldAck,       ///< The receiver has no arrival and delays an ack, in parallel with one of the waits.
    };
    Of of = Of::Wait;
    std::string who;          ///< A host, a connection, "a to b".
    bool behind = false;      ///< For its losses: beyond the sending host.
    double busy = 0;          ///< Femtoseconds; for a CPU with two processors their mean.
    host::Context context{};  ///< Of a CPU.
    stack::Wait wait{};
    bool leaves = false;    ///< The line that the sending host's card fills.
    bool acks = false;      ///< For a line and for back-off: it is used by the replies of the flow.
    std::string line = {};  ///< For back-off: the line.
    double own = 1;         ///< The share of the flow in the rates of all flows that use it, 0 to 1,
    unsigned flows = 1;     ///< and the number of these flows.
};
const char* to_string(Use::Of of);

/// Always in the same order.
std::vector<Use> uses_on_the_way(const Traffic& traffic, const TrafficBench& bench, std::size_t flow);

/// The utilisation between two readings, `elapsed` femtoseconds apart: 0 to 1.
std::vector<Use> shares_between(const std::vector<Use>& before, const std::vector<Use>& after, double elapsed);

}  // namespace niclab::lab
