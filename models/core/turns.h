/// @file  What one thread uses at a time, those that wait in the order in which they asked.
///
/// sc_core::sc_mutex may go to whoever has just given it back: a thread that takes no time would keep it for good.
#pragma once

#include <cstdint>

#include "core/event.h"

namespace niclab::core {

class Turns {
public:
    /// From an SC_THREAD: returns when it is the caller's turn, at once where nobody has one.
    void lock() {
        for (const std::uint64_t mine = asked_++; turn_ != mine;) sc_core::wait(next_);
    }
    /// The caller's turn is over.
    void unlock() {
        if (++turn_ != asked_) fire(next_);
    }

private:
    std::uint64_t asked_ = 0, turn_ = 0;  ///< Turns that were asked for, and which of them is on.
    sc_core::sc_event next_;
};

}  // namespace niclab::core
