/// @file A time window in which a set of signals is observed.
#pragma once

#include "base/time.h"
#include "core/time.h"
#include "lab/bench/signal_group.h"

namespace niclab::lab {

class Waves;

struct ObservationWindow {
    SignalGroupSet signal_groups;
    core::Femtoseconds from = 0, to = ~core::Femtoseconds{0};  ///< Both included.
    Waves* recording = nullptr;                                ///< Records wires at transaction level in it.
    /// The wires are in use one SONET frame before the window: after that time all values of them
    /// are new.
    core::Femtoseconds begins() const {
        constexpr core::Femtoseconds kBefore = 125'000'000'000;
        return from > kBefore ? from - kBefore : 0;
    }
    bool at(core::Femtoseconds t) const { return t >= begins() && t <= to; }
    /// The time after `t` from which at() is another one.
    core::Femtoseconds next_change(core::Femtoseconds t) const {
        if (t < begins()) return begins();
        return t <= to && to != base::kNever ? to + 1 : base::kNever;
    }
};

}  // namespace niclab::lab
