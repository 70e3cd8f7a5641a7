/// @file The locks that a driver holds, and the contexts in which its code runs.
///
/// Behaviour: a lock that is taken twice would stop a real CPU for ever: it is reported, and the
///   driver goes on. A lock of an interrupt handler must be taken with interrupts masked elsewhere,
///   and one of a softirq with softirqs or interrupts masked. Two locks are always taken in the same
///   order, in one context; a lock that is only tried has no order.
/// Source: rules of the kernel's lockdep and might_sleep().
/// Not modelled: a wrong order of more than two locks.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

class Locks {
public:
    explicit Locks(Findings& findings) : findings_(findings) {}

    /// Number of the CPU that runs from now on: its locks and contexts are meant.
    void select(unsigned cpu) { now_ = &contexts_[cpu]; }
    void initialize(const void* lock);
    /// A lock in memory that the driver has allocated is taken: it must have been initialized.
    void expect_initialized(const void* lock, CodeAddress caller);
    bool is_initialized(const void* lock) const { return initialized_.count(lock) > 0; }
    /// What cannot come in between while a lock is taken.
    enum class Masked { Nothing, Softirqs, Interrupts };
    /// `tried`: by a function that does not wait.
    void take(const void* lock, CodeAddress caller, Masked masked, bool tried = false);
    void release(const void* lock, CodeAddress caller);
    /// Number of locks held.
    std::size_t held() const { return now_->held.size(); }
    /// A process waits for its own mutex for ever.
    void take_mutex(const void* mutex, CodeAddress caller);
    void release_mutex(const void* mutex, CodeAddress caller);
    /// Reports mutexes that are still locked, and forgets them.
    void report_locked_mutexes(const std::string& when);
    /// From now on this CPU runs the function of a timer; nullptr: no longer.
    void begin_timer(CodeAddress function) { now_->timer = function; }
    /// The caller waits for the end of a timer with that function.
    void expect_no_lock_of_timer(CodeAddress function, CodeAddress caller);
    /// A function that may sleep is called.
    void may_sleep(const char* function, CodeAddress caller, bool masked);
    /// A function that must not be called with a lock held is called.
    void expect_none_held(const char* function, CodeAddress caller);
    /// A function of the driver with that address has returned; it was called with `before` locks.
    void expect_returned(const char* what, CodeAddress function, std::size_t before);

    /// Code that must not sleep runs: an interrupt handler, or a softirq (timers, NAPI, transmission).
    class Atomic {
    public:
        Atomic(Locks& locks, bool in_interrupt) : count_(in_interrupt ? locks.now_->interrupts : locks.now_->softirqs) {
            ++count_;
        }
        ~Atomic() { --count_; }
        Atomic(const Atomic&) = delete;
        Atomic& operator=(const Atomic&) = delete;

    private:
        unsigned& count_;
    };

private:
    struct Held {
        const void* lock;
        CodeAddress taken;
        unsigned context;  ///< Of those that are nested.
    };
    struct Context {
        std::vector<Held> held;
        unsigned interrupts = 0, softirqs = 0;
        CodeAddress timer = nullptr;  ///< Function of the timer that runs.
        unsigned depth() const { return interrupts + softirqs; }
    };
    struct Use {
        CodeAddress in_interrupt = nullptr;     ///< By an interrupt handler.
        CodeAddress in_softirq = nullptr;       ///< By a timer, a poll or a transmission.
        std::set<CodeAddress> with_interrupts;  ///< Elsewhere, with interrupts on.
        std::set<CodeAddress> with_softirqs;    ///< By a process, with softirqs on.
    };
    /// The lines of two locks, one taken after the other.
    struct Order {
        CodeAddress first, second;
    };
    void note_context(const void* lock, CodeAddress caller, Masked masked);
    void report_context(const Use& use);
    void note_order(const void* lock, CodeAddress caller);

    Findings& findings_;
    std::array<Context, 2> contexts_;  ///< By CPU.
    Context* now_ = &contexts_[0];
    std::map<const void*, CodeAddress> mutexes_;  ///< Locked ones, and where.
    std::set<const void*> initialized_;
    std::map<std::pair<CodeAddress, const void*>, CodeAddress>
        of_timers_;  ///< By function and lock: where it is taken.
    std::map<const void*, Use> uses_;
    std::map<std::pair<const void*, const void*>, Order> orders_;
};

}  // namespace niclab::linux_kernel
