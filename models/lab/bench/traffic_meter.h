/// @file  What the things on a flow's way have done so far: read when its measurement begins and when it is over, the difference says
/// who was busy, and what the sender waited for.
#pragma once

#include "lab/bench/traffic_bench.h"

namespace niclab::lab {

struct Use {
    enum class Of {
        PeakCellRate,  ///< Of a connection that cards shape.
        Line,          ///< One direction of a link: cells on it.
        BackOff,       ///< A port's, on a line that is silent meanwhile.
        Card,          ///< A PDU goes through it, or its firmware turns to the next.
        Cpu,           ///< In one context.
        Wait,          ///< The flow's sender waits for something.
        Stall,         ///< Until a time-out; one of the waits went on meanwhile.
        HeldAck,  ///< Nothing comes to the receiver, whose ack waits for its time; one of the waits went on meanwhile.
    };
    Of of = Of::Wait;
    std::string who;          ///< A host, a connection, "a to b".
    bool behind = false;      ///< Its losses: beyond the sending host.
    double busy = 0;          ///< Femtoseconds; of a CPU with two processors their mean.
    host::Context context{};  ///< Of a CPU.
    stack::Wait wait{};
    bool leaves = false;    ///< The line that its sending host's card fills.
    bool acks = false;      ///< Of a line, of back-off: what goes there answers the flow.
    std::string line = {};  ///< Of back-off: on which.
    double own = 1;         ///< The flow's part of what all flows reached that use it, 0 to 1,
    unsigned flows = 1;     ///< and how many those are.
};
const char* to_string(Use::Of of);

/// In the same order each time.
std::vector<Use> uses_on_the_way(const Traffic& traffic, const TrafficBench& bench, std::size_t flow);

/// How full each was from one reading to the next, `elapsed` femtoseconds later: 0 to 1.
std::vector<Use> shares_between(const std::vector<Use>& before, const std::vector<Use>& after, double elapsed);

}  // namespace niclab::lab
