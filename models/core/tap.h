/// @file  A point where observers may listen. Without listeners it costs one comparison.
///
/// For events, not for cycles: a cell, a burst, a PDU. Whoever speaks says when it happened; a listener never asks for
/// the present time, which a model that computes ahead has left behind. What listens must not change the model: modules
/// that need each other's events have a core::Signal.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/time.h"

namespace niclab::core {

template <class... Args>
class Tap {
public:
    using Listener = std::function<void(Femtoseconds at, const Args&...)>;
    void listen(Listener listener) { listeners_.push_back(std::move(listener)); }
    /// Somebody listens: what is dear to gather need not be gathered otherwise.
    bool active() const { return !listeners_.empty(); }
    /// `at`: when it happened.
    void operator()(Femtoseconds at, const Args&... args) const {
        for (const auto& listener : listeners_) listener(at, args...);
    }

private:
    std::vector<Listener> listeners_;
};

}  // namespace niclab::core
