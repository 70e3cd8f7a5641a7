/// @file  A point where observers may listen. Without listeners it costs one comparison.
///
/// For events, not for cycles: a cell, a burst, a PDU. What listens must not change the model.
#pragma once

#include <functional>
#include <utility>
#include <vector>

namespace niclab::core {

template <class... Args>
class Tap {
public:
    using Listener = std::function<void(const Args&...)>;
    void listen(Listener listener) { listeners_.push_back(std::move(listener)); }
    /// Somebody listens: what is dear to gather need not be gathered otherwise.
    bool active() const { return !listeners_.empty(); }
    void operator()(const Args&... args) const {
        for (const auto& listener : listeners_) listener(args...);
    }

private:
    std::vector<Listener> listeners_;
};

}  // namespace niclab::core
