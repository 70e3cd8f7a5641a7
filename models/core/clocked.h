/// @file  A module with one clocked method that can sleep.
///
/// Pattern:
///     call_at_edges<&Module::on_clock>(*this);  // in the constructor
///     void on_clock() { ...; if (nothing_to_do) sleep(); }
/// A module starts awake and holds its clock while it is awake. `wake()` may be called from any process in any
/// phase: the method runs again from the next edge on, and a wake in the same moment as a sleep wins, so
/// that what two methods hand over on one edge is never lost.
#pragma once

#include <memory>
#include <systemc>

#include "core/clock.h"

namespace niclab::core {

class Clocked : public sc_core::sc_module, public ActivitySource {
public:
    void wake() {
        last_wake_ = moment();
        if (!asleep()) return;
        if (alarm_) alarm_->drop();
        clock_.wake(method_);
        clock_.acquire();
    }
    /// Likewise, but from an edge at this very moment on; for who is called outside of an edge, or before all else at one.
    void wake_at_once() {
        if (asleep()) {
            if (alarm_) alarm_->drop();
            clock_.acquire();
        }
        clock_.wake_at_once(method_);
    }
    /// Until it is woken, or for a number of edges.
    bool asleep() const { return !clock_.awake(method_); }
    Clock& clock() const { return clock_; }
    /// Its method is one of those from now on.
    void join(Clock::Methods& methods) const { methods.add(method_); }
    Activity activity() const override { return {calls_, 0, 0}; }

protected:
    Clocked(sc_core::sc_module_name name, Clock& clock) : sc_module(name), clock_(clock) { clock_.acquire(); }

    /// Names the clocked method; once, before the simulation starts.
    template <auto kMethod, class Module>
    void call_at_edges(Module& module) {
        method_ = clock_.attach({[](void* self) {
                                     auto& m = *static_cast<Module*>(self);
                                     m.count_call();
                                     (m.*kMethod)();
                                 },
                                 &module, &module});
    }
    /// To be called by any other method of the module.
    void count_call() { ++calls_; }
    /// To be the last call of the clocked method.
    void sleep() {
        if (last_wake_ == moment() || asleep()) return;
        clock_.sleep(method_);
        clock_.release();
    }
    /// Likewise, but up to the edge `edges` behind this one, or until it is woken.
    void sleep_for(std::uint64_t edges) {
        if (last_wake_ == moment() || asleep()) return;
        if (!alarm_) alarm_ = std::make_unique<Clock::Wish>(clock_, method_);
        alarm_->in(edges);
        clock_.sleep(method_);
        clock_.release();
    }

    /// Sleeps even where it was woken in this very moment: whoever calls it does what is due at the edges to come in its place.
    void halt() {
        if (asleep()) return;
        clock_.sleep(method_);
        clock_.release();
    }

private:
    Clock& clock_;
    std::size_t method_ = 0;                       ///< Its number at the clock.
    std::unique_ptr<Clock::Wish> alarm_;           ///< Made by the first who needs it.
    std::uint64_t last_wake_ = ~std::uint64_t{0};  ///< Moment.
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::core
