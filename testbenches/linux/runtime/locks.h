/// @file The locks that a driver holds, and the contexts in which its code runs.
///
/// Behaviour: a lock that is taken twice would stop a real CPU for ever: it is reported, and the
///   driver goes on. A lock of an interrupt handler must be taken with interrupts masked elsewhere.
/// Source: rules of the kernel's lockdep and might_sleep().
/// Not modelled: the order of several locks, and softirqs that interrupt a process on its own CPU.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

class Locks {
public:
    explicit Locks(Findings& findings) : findings_(findings) {}

    /// Number of the CPU that runs from now on: its locks and contexts are meant.
    void select(unsigned cpu) { now_ = &contexts_[cpu]; }
    void initialize(const void* lock) { uses_.erase(lock); }
    void take(const void* lock, CodeAddress caller, bool masked);
    void release(const void* lock, CodeAddress caller);
    /// Number of locks held.
    std::size_t held() const { return now_->held.size(); }
    /// Place at which a CPU has taken a lock, such as "pcnet32.c:2370".
    std::string taken_at(const void* lock);
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
    };
    struct Context {
        std::vector<Held> held;
        unsigned interrupts = 0, softirqs = 0;
    };
    struct Use {
        CodeAddress in_interrupt = nullptr;     ///< By an interrupt handler.
        CodeAddress with_interrupts = nullptr;  ///< Elsewhere, with interrupts on.
    };

    Findings& findings_;
    std::array<Context, 2> contexts_;  ///< By CPU.
    Context* now_ = &contexts_[0];
    std::map<const void*, Use> uses_;
};

}  // namespace niclab::linux_kernel
