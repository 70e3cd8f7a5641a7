/// @file A mutex for SystemC threads that is granted in the order of the requests.
///
/// Behaviour: sc_core::sc_mutex may be granted to the thread that has just released it. A thread
///   that takes no simulated time would then keep it forever.
#pragma once

#include <cstdint>

#include "core/event.h"

namespace niclab::core {

class TicketLock {
public:
    /// Waits until the mutex is granted to the calling SC_THREAD; returns at once if it is free.
    void lock() {
        for (const std::uint64_t mine = asked_++; turn_ != mine;) sc_core::wait(next_);
    }
    /// Releases the mutex.
    void unlock() {
        if (++turn_ != asked_) fire(next_);
    }

private:
    std::uint64_t asked_ = 0, turn_ = 0;  ///< Number of requests, and of the one that has been granted.
    sc_core::sc_event next_;
};

}  // namespace niclab::core
