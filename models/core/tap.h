/// @file An observation point of a model. Without listeners it costs one comparison.
///
/// Behaviour: a tap reports events, not cycles: a cell, a burst, a PDU. The caller passes the time
///   of the event. A listener never reads the present time, because a model that computes ahead is
///   past it.
/// Limitations: a listener must not change the model. Modules that need events of each other use a
///   core::Signal.
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
    /// Whether there are listeners; if not, data that is expensive to collect may be omitted.
    bool active() const { return !listeners_.empty(); }
    /// `at`: time of the event.
    void operator()(Femtoseconds at, const Args&... args) const {
        for (const auto& listener : listeners_) listener(at, args...);
    }

private:
    std::vector<Listener> listeners_;
};

}  // namespace niclab::core
