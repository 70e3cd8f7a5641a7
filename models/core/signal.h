/// @file An event of one module that triggers an action of another one, within one model and one
/// clock. For observers there are taps.
#pragma once

#include <cassert>
#include <functional>
#include <utility>

namespace niclab::core {

template <class... Args>
class Signal {
public:
    using Slot = std::function<void(const Args&...)>;
    /// Connects the receiver once, during elaboration; without a receiver nothing happens.
    void connect(Slot slot) {
        assert(!slot_);
        slot_ = std::move(slot);
    }
    bool connected() const { return static_cast<bool>(slot_); }
    void operator()(const Args&... args) const {
        if (slot_) slot_(args...);
    }

private:
    Slot slot_;
};

}  // namespace niclab::core
