/// @file  A module with one clocked method that can sleep.
///
/// Pattern:
///     SC_METHOD(on_clock); sensitive << clock().edge(); dont_initialize();
///     void on_clock() { if (woken()) return; ...; if (nothing_to_do) sleep(); }
/// A module starts awake and holds its clock while it is awake. `wake()` may be called from any process in any
/// phase: the method runs again from the next edge on, and a wake in the same delta cycle as a sleep wins, so
/// that what two methods hand over on one edge is never lost.
#pragma once

#include <systemc>

#include "core/clock.h"

namespace niclab::core {

class Clocked : public sc_core::sc_module, public ActivitySource {
public:
    void wake() {
        last_wake_delta_ = sc_core::sc_delta_count();
        if (!asleep_ || waking_) return;
        waking_ = true;
        clock_.acquire();
        wake_event_.notify(sc_core::SC_ZERO_TIME);
    }
    bool asleep() const { return asleep_; }
    Clock& clock() const { return clock_; }
    Activity activity() const override { return {calls_, 0, 0}; }

protected:
    Clocked(sc_core::sc_module_name name, Clock& clock) : sc_module(name), clock_(clock) { clock_.acquire(); }

    /// To be the first call of the clocked method; true when this activation is the wake-up, not an edge.
    bool woken() {
        ++calls_;
        if (!waking_) return false;
        waking_ = false;
        asleep_ = false;
        return true;
    }
    /// To be called by any other method of the module.
    void count_call() { ++calls_; }
    /// To be the last call of the clocked method.
    void sleep() {
        if (last_wake_delta_ == sc_core::sc_delta_count()) return;
        asleep_ = true;
        clock_.release();
        next_trigger(wake_event_);
    }

private:
    Clock& clock_;
    sc_core::sc_event wake_event_;
    sc_dt::uint64 last_wake_delta_ = ~sc_dt::uint64{0};
    bool asleep_ = false;
    bool waking_ = false;
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::core
