/// @file  One process of the kernel that calls clock edges and links, each at its time, and runs ahead where nobody can tell.
///
/// The kernel spends more on an edge than the modules called at it. So those that only they themselves can touch are called one after
/// the other without a step of the kernel, as long as it has nothing planned before: no thread wakes up, no event of the kernel
/// fires, nobody outside looks. What they do to the kernel (a wire, an event that somebody hears) is kept until the
/// kernel is there, and nothing runs further ahead than that.
///
/// What is due at the same time is called in one moment; what is asked for in a moment for the same time is called in the
/// next, like a delta cycle.
///
/// Source:  temporal decoupling, as in IEEE 1666-2011, 12; here it is exact, because modules take their time from core::now_fs().
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

    /// Of the kernel's present context; made by the first who asks.
    static std::shared_ptr<Dispatcher> here();
    explicit Dispatcher(sc_core::sc_module_name name);
    ~Dispatcher() override;

    /// `owner`: on whose behalf, where writers are checked.
    std::size_t add(Call call, void* whom, const sc_core::sc_object* owner);
    /// Calls number `i` at `t`, in place of what was planned; not before now, and now means the next moment.
    void plan(std::size_t i, Femtoseconds t);
    void forget(std::size_t i);
    Femtoseconds due(std::size_t i) const { return entries_[i].when; }
    /// When anything is due, here or in the kernel; kNotDue: never.
    Femtoseconds next_activity();

private:
    friend void when_there(void (*effect)(void*, Femtoseconds), void* whom, Femtoseconds delay);
    struct Entry {
        Call call;
        void* whom;
        const sc_core::sc_object* owner;
        Femtoseconds when;  ///< kNotDue: it has no plan.
    };
    struct Plan {
        Femtoseconds when;
        std::uint64_t not_before;  ///< Moment, where it was asked for at its own time.
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
    void replan();
    void insert(std::size_t i, Femtoseconds when, std::uint64_t not_before);
    void remove(std::size_t i);
    Femtoseconds first() const { return plans_.empty() ? kNotDue : plans_.back().when; }

    std::vector<Entry> entries_;
    /// Of the entries that are due, the first last: whoever is called comes again before most of the others.
    std::vector<Plan> plans_;
    std::vector<Effect> effects_;
    sc_core::sc_event due_;
    Femtoseconds awaited_ = kNotDue;  ///< When the kernel calls run().
};

/// A place of one's own at the dispatcher.
class Due {
public:
    /// `kMethod` of `module` is called at the time that is planned.
    template <auto kMethod, class Module>
    static Due of(Module& module) {
        return Due([](void* self) { (static_cast<Module*>(self)->*kMethod)(); }, &module, &module);
    }
    Due(Dispatcher::Call call, void* whom, const sc_core::sc_object* owner)
        : dispatcher_(Dispatcher::here()), number_(dispatcher_->add(call, whom, owner)) {}
    ~Due() { cancel(); }
    Due(const Due&) = delete;
    /// At `t`, not before now; now means the next moment, as with an event of the kernel.
    void at(Femtoseconds t) { dispatcher_->plan(number_, t); }
    void in(Femtoseconds delay) { at(now_fs() + delay); }
    void cancel() { dispatcher_->forget(number_); }
    bool planned() const { return dispatcher_->due(number_) != kNotDue; }

private:
    std::shared_ptr<Dispatcher> dispatcher_;
    std::size_t number_;
};

}  // namespace niclab::core
