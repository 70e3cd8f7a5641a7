/// @file The locks that a driver holds, and the contexts in which its code runs.
///
/// Behaviour: a lock that is taken twice would stop a real CPU for ever: it is reported, and the
///   driver goes on. A lock of an interrupt handler must be taken with interrupts masked elsewhere.
/// Source: rules of the kernel's lockdep and might_sleep().
/// Not modelled: the order of several locks, and softirqs that interrupt a process on its own CPU.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

class Locks {
public:
    explicit Locks(Findings& findings) : findings_(findings) {}

    void initialize(const void* lock) { uses_.erase(lock); }
    void take(const void* lock, CodeAddress caller, bool masked);
    void release(const void* lock, CodeAddress caller);
    /// Number of locks held.
    std::size_t held() const { return held_.size(); }
    /// A function that may sleep is called.
    void may_sleep(const char* function, CodeAddress caller, bool masked);
    /// A function that must not be called with a lock held is called.
    void expect_none_held(const char* function, CodeAddress caller);
    /// A function of the driver with that address has returned; it was called with `before` locks.
    void expect_returned(const char* what, CodeAddress function, std::size_t before);

    /// Code that must not sleep runs: an interrupt handler, or a softirq (timers, NAPI, transmission).
    class Atomic {
    public:
        Atomic(Locks& locks, bool in_interrupt) : locks_(locks), in_interrupt_(in_interrupt) {
            ++(in_interrupt_ ? locks_.interrupts_ : locks_.softirqs_);
        }
        ~Atomic() { --(in_interrupt_ ? locks_.interrupts_ : locks_.softirqs_); }
        Atomic(const Atomic&) = delete;
        Atomic& operator=(const Atomic&) = delete;

    private:
        Locks& locks_;
        bool in_interrupt_;
    };

private:
    struct Held {
        const void* lock;
        CodeAddress taken;
    };
    struct Use {
        CodeAddress in_interrupt = nullptr;     ///< By an interrupt handler.
        CodeAddress with_interrupts = nullptr;  ///< Elsewhere, with interrupts on.
    };

    Findings& findings_;
    std::vector<Held> held_;
    std::map<const void*, Use> uses_;
    unsigned interrupts_ = 0, softirqs_ = 0;
};

}  // namespace niclab::linux_kernel
