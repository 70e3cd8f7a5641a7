/// @file  The clock edge that the SAR's engines run, at its own time or late.
///
/// Late are edges that touch nothing outside the SAR: they are run together before the next that does (sar_late.cpp). What
/// such an edge asks of a FIFO it asks as of its own time.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "core/fifo.h"

namespace niclab::nicstar {

struct Edge {
    core::Femtoseconds at = 0;  ///< Where it is late.
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
        late ? fifo.pop_late(at) : fifo.pop();
    }
    /// Something outside hears of what is done now. Throws std::logic_error where that is too late.
    void outside() const {
        if (late) throw std::logic_error("an edge of the SAR with an observer was run late");
    }
};

/// No edge to come is known to touch anything outside, until the SAR is woken.
inline constexpr unsigned kNoneToCome = ~0u;

}  // namespace niclab::nicstar
