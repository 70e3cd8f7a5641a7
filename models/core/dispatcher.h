/// @file A process of the kernel that calls clock edges and links at their times, and runs ahead of
/// the kernel where the result is the same.
///
/// Behaviour: the kernel spends more time on an edge than the modules that are called at it. So the
///   dispatcher calls modules that only interact with each other directly, one after the other, up
///   to the next activity of the kernel. Until then no thread wakes up, no event of the kernel
///   fires and no outside code observes the modules. Effects on the kernel (a write to a wire, an
///   event with a listener) are kept until the kernel has reached their time. Nothing runs further
///   ahead than that.
/// Timing: entries that are due at the same time are called in the same delta cycle. An entry that
///   is planned during a delta cycle for the same time is called in the next one.
/// Source: temporal decoupling, as in IEEE 1666-2011, 12. Here it is exact, because modules take
///   their time from core::now_fs().
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "core/event.h"

namespace niclab::core {

inline constexpr Femtoseconds kNotDue = ~Femtoseconds{0};

class Dispatcher : public sc_core::sc_module {
public:
    using Call = void (*)(void* whom);

    /// The dispatcher of the kernel's present context; created on the first call.
    static std::shared_ptr<Dispatcher> here();
    explicit Dispatcher(sc_core::sc_module_name name);
    ~Dispatcher() override;

    /// Adds an entry and returns its number. `owner`: the module that counts as the writer where
    /// writers are checked.
    std::size_t add(Call call, void* whom, const sc_core::sc_object* owner);
    /// Plans a call of entry `i` at `t`, not before now; replaces an earlier plan. A plan for now
    /// takes effect in the next delta cycle.
    void plan(std::size_t i, Femtoseconds t);
    void forget(std::size_t i);
    Femtoseconds due(std::size_t i) const { return entries_[i].when; }
    /// Time of the next activity, here or in the kernel; kNotDue: none is planned.
    Femtoseconds next_activity();

private:
    friend void defer_to_kernel(void (*effect)(void*, Femtoseconds), void* whom, Femtoseconds delay);
    struct Entry {
        Call call;
        void* whom;
        const sc_core::sc_object* owner;
        Femtoseconds when;  ///< kNotDue: not planned.
    };
    struct Plan {
        Femtoseconds when;
        std::uint64_t not_before;  ///< Earliest delta cycle, if planned for the present time.
        std::size_t number;        ///< Of the entry.
    };
    struct Effect {
        void (*effect)(void*, Femtoseconds);
        void* whom;
        Femtoseconds delay;
    };
    bool running() const;
    void run();
    bool apply_effects();
    void call_due(Femtoseconds now);
    Femtoseconds limit() const;
    void wait_for(Femtoseconds next);
    void reschedule();
    void insert(std::size_t i, Femtoseconds when, std::uint64_t not_before);
    void remove(std::size_t i);
    Femtoseconds first() const { return planned_ == 0 ? kNotDue : plans_[planned_ - 1].when; }

    std::vector<Entry> entries_;
    /// The first `planned_` are the plans, the earliest last: an entry that is called is usually
    /// planned again before most of the others. There is a place for each entry.
    std::vector<Plan> plans_;
    std::size_t planned_ = 0;
    std::vector<Effect> effects_;
    sc_core::sc_event due_;
    Femtoseconds awaited_ = kNotDue;  ///< Time at which the kernel calls run() next.
};

/// An entry of the dispatcher that its owner plans: a timer.
class Timer {
public:
    /// Calls `kMethod` of `module` at the planned time.
    template <auto kMethod, class Module>
    static Timer of(Module& module) {
        return Timer([](void* self) { (static_cast<Module*>(self)->*kMethod)(); }, &module, &module);
    }
    Timer(Dispatcher::Call call, void* whom, const sc_core::sc_object* owner)
        : dispatcher_(Dispatcher::here()), number_(dispatcher_->add(call, whom, owner)) {}
    ~Timer() { cancel(); }
    Timer(const Timer&) = delete;
    /// Plans a call at `t`, not before now; now means the next delta cycle, as with an event of the
    /// kernel.
    void at(Femtoseconds t) { dispatcher_->plan(number_, t); }
    void in(Femtoseconds delay) { at(now_fs() + delay); }
    void cancel() { dispatcher_->forget(number_); }
    bool planned() const { return dispatcher_->due(number_) != kNotDue; }

private:
    std::shared_ptr<Dispatcher> dispatcher_;
    std::size_t number_;
};

}  // namespace niclab::core
