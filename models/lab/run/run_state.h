/// @file What the loop of the runs has to know of the bench between two slices of time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace niclab::lab {

/// Of the parts that one process simulates, or of all.
struct RunState {
    bool ready = true;         ///< Only during the initialisation: all programs and cards can send and receive.
    bool over = true;          ///< The flows have sent everything.
    bool idle = true;          ///< No program or driver has work.
    bool waits = false;        ///< The start time of a flow has not come.
    bool timed = false;        ///< Some flow acts at a given time.
    bool interrupted = false;  ///< The user has requested the end.
    std::uint64_t progress = 0;
    std::size_t outstanding = 0;          ///< Packets without a result that the programs know.
    double packets = 0, with_result = 0;  ///< Of the run; those of them that have one.

    bool ended() const { return over && outstanding == 0 && idle; }
    void add(const RunState& o) {
        ready &= o.ready, over &= o.over, idle &= o.idle;
        waits |= o.waits, timed |= o.timed, interrupted |= o.interrupted;
        progress += o.progress, outstanding += o.outstanding;
        packets += o.packets, with_result += o.with_result;
    }
};

/// A time, of which the least counts.
template <class Time>
struct Earliest {
    Time time;
    void add(const Earliest& o) { time = std::min(time, o.time); }
};

/// A condition that must hold in all parts.
struct Everywhere {
    bool holds;
    void add(const Everywhere& o) { holds &= o.holds; }
};

}  // namespace niclab::lab
