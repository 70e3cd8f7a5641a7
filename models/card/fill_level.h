/// @file A fill level of a card: a FIFO or a ring, as its kind declares it for occupancy.csv.
#pragma once

#include <functional>
#include <string>

#include "core/fifo.h"
#include "core/tap.h"

namespace niclab::card {

struct FillLevel {
    std::string name;  ///< In occupancy.csv; pages print it as words.
    std::string unit;  ///< "cells"
    std::function<std::size_t()> capacity;
    core::Tap<unsigned>* changed = nullptr;  ///< Reports the level after each change, or
    std::function<std::size_t()> level;      ///< the level is read after these events.
    const sc_core::sc_event *pushed = nullptr, *popped = nullptr;
};

template <class T>
FillLevel fill_level(const char* name, const char* unit, const core::Fifo<T>& fifo) {
    return {name,
            unit,
            [&fifo] { return fifo.capacity(); },
            nullptr,
            [&fifo] { return fifo.occupancy(); },
            &fifo.pushed_event(),
            &fifo.popped_event()};
}

/// `capacity` is read at the end of a run: a driver may have set it.
inline FillLevel fill_level(const char* name, const char* unit, std::function<std::size_t()> capacity,
                            core::Tap<unsigned>& changed) {
    return {name, unit, std::move(capacity), &changed, nullptr};
}

}  // namespace niclab::card
