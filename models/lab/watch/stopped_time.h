/// @file The kernel's time with the times for which its clocks were stopped: the event queue's time,
/// apart from its origin.
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/kernel_bridge.h"

namespace niclab::lab {

class StoppedTime {
public:
    /// `bridge` must outlive it.
    explicit StoppedTime(core::KernelBridge& bridge) : bridge_(bridge) {
        bridge.stopped.listen([this](core::Femtoseconds at, const core::Femtoseconds& time) {
            stops_.push_back({at, total() + time});
        });
    }
    /// `t`: of the kernel; 0 stays 0.
    core::Femtoseconds unstopped(core::Femtoseconds t) const {
        const auto next = std::upper_bound(stops_.begin(), stops_.end(), t,
                                           [](core::Femtoseconds time, const Stop& stop) { return time < stop.at; });
        return t == 0 || next == stops_.begin() ? t : t + std::prev(next)->total;
    }
    /// Time 0 of the event queue; to be called after the bridge has begun.
    core::Femtoseconds origin() const { return core::now_fs() + total() - bridge_.now(); }

private:
    struct Stop {
        core::Femtoseconds at, total;  ///< Time of the kernel, and of all stops up to then.
    };
    core::Femtoseconds total() const { return stops_.empty() ? 0 : stops_.back().total; }

    const core::KernelBridge& bridge_;
    std::vector<Stop> stops_;
};

}  // namespace niclab::lab
