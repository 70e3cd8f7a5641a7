/// @file A module with one clocked method that can sleep.
///
/// Pattern:
///     call_at_edges<&Module::on_clock>(*this);  // in the constructor
///     void on_clock() { ...; if (nothing_to_do) sleep(); }
///
/// Behaviour: a module starts awake and holds its clock while it is awake. `wake()` may be called
///   from any process in any phase; the method runs again from the next edge on. A wake in the same
///   delta cycle as a sleep takes precedence, so that no item that two methods exchange at one edge
///   is lost.
#pragma once

#include <memory>
#include <systemc>

#include "core/clock.h"

namespace niclab::core {

class Clocked : public sc_core::sc_module, public ActivitySource {
public:
    void wake() {
        last_wake_ = delta_cycle();
        if (!asleep()) return;
        if (alarm_) alarm_->drop();
        clock_.wake(method_);
        clock_.acquire();
    }
    /// Wakes the module from an edge at the present time on. For calls from outside of an edge, or
    /// at an edge before all other methods.
    void wake_at_once() {
        if (asleep()) {
            if (alarm_) alarm_->drop();
            clock_.acquire();
        }
        clock_.wake_at_once(method_);
    }
    /// Whether the module sleeps, until it is woken or for a number of edges.
    bool asleep() const { return !clock_.awake(method_); }
    Clock& clock() const { return clock_; }
    /// Adds the clocked method to `methods`.
    void join(Clock::Methods& methods) const { methods.add(method_); }
    Activity activity() const override { return {calls_, 0, 0}; }

protected:
    Clocked(sc_core::sc_module_name name, Clock& clock) : sc_module(name), clock_(clock) { clock_.acquire(); }

    /// Sets the clocked method; to be called once, before the simulation starts.
    template <auto kMethod, class Module>
    void call_at_edges(Module& module) {
        method_ = clock_.attach({[](void* self) {
                                     auto& m = *static_cast<Module*>(self);
                                     m.count_call();
                                     (m.*kMethod)();
                                 },
                                 &module, &module});
    }
    /// To be called by each other method of the module.
    void count_call() { ++calls_; }
    /// Puts the module to sleep; to be the last call of the clocked method.
    void sleep() {
        if (last_wake_ == delta_cycle() || asleep()) return;
        clock_.sleep(method_);
        clock_.release();
    }
    /// Puts the module to sleep up to the edge number `edges` after this one, or until it is woken.
    void sleep_for(std::uint64_t edges) {
        if (last_wake_ == delta_cycle() || asleep()) return;
        if (!alarm_) alarm_ = std::make_unique<Clock::EdgeRequest>(clock_, method_);
        alarm_->in(edges);
        clock_.sleep(method_);
        clock_.release();
    }

    /// Puts the module to sleep even if it was woken in this delta cycle. The caller does at the
    /// coming edges what the module would do.
    void halt() {
        if (asleep()) return;
        clock_.sleep(method_);
        clock_.release();
    }

private:
    Clock& clock_;
    std::size_t method_ = 0;                       ///< Number of the method at the clock.
    std::unique_ptr<Clock::EdgeRequest> alarm_;    ///< Created on the first use.
    std::uint64_t last_wake_ = ~std::uint64_t{0};  ///< Delta cycle of the last wake-up.
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::core
