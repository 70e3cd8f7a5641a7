/// @file The clock edge that the SAR's engines run, at its own time or late.
///
/// Timing: edges that affect nothing outside the SAR may be late: they are run together before the
///   next edge that does (late/sar.cpp). A late edge reads the state of a FIFO at its own time.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "core/fifo.h"

namespace niclab::nicstar {

struct Edge {
    core::Femtoseconds at = 0;  ///< For a late edge.
    bool late = false;

    template <class T>
    std::size_t pushed(const core::Fifo<T>& fifo) const {
        return late ? fifo.pushed_before(at) : fifo.pushed_total();
    }
    template <class T>
    std::size_t popped(const core::Fifo<T>& fifo) const {
        return late ? fifo.popped_before(at) : fifo.popped_total();
    }
    template <class T>
    void pop(core::Fifo<T>& fifo) const {
        late ? fifo.pop_decoupled(at) : fifo.pop();
    }
    /// To be called before an effect outside the SAR. Throws std::logic_error if the edge is late.
    void outside() const {
        if (late) throw std::logic_error("an edge of the SAR with an observer was run late");
    }
};

/// No coming edge is known to have an effect outside, until the SAR is woken.
inline constexpr unsigned kNoneToCome = ~0u;

}  // namespace niclab::nicstar
