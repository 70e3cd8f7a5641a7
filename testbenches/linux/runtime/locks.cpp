#include "runtime/locks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace niclab::linux_kernel {

void Locks::expect_initialized(const void* lock, CodeAddress caller) {
    if (initialized_.insert(lock).second)
        findings_.add(Rule::Lock, caller,
                      "the lock that is taken here was not initialized; expected spin_lock_init() before");
}

void Locks::expect_no_lock_of_timer(CodeAddress function, CodeAddress caller) {
    for (const Held& h : now_->held) {
        const auto taken = of_timers_.find({function, h.lock});
        if (taken == of_timers_.end()) continue;
        findings_.add(Rule::Lock, caller,
                      fmt::format("del_timer_sync() waits for a timer that takes a lock at {}, with the same lock held "
                                  "that was taken at {}: two CPUs would wait for each other; expected it without the "
                                  "lock",
                                  findings_.line(taken->second), findings_.line(h.taken)));
    }
}

void Locks::initialize(const void* lock) {
    initialized_.insert(lock);
    uses_.erase(lock);
    for (auto order = orders_.begin(); order != orders_.end();)
        order = order->first.first == lock || order->first.second == lock ? orders_.erase(order) : std::next(order);
}

void Locks::take(const void* lock, CodeAddress caller, Masked masked, bool tried) {
    const auto same =
        std::find_if(now_->held.begin(), now_->held.end(), [lock](const Held& h) { return h.lock == lock; });
    if (same != now_->held.end())
        findings_.add(Rule::Lock, caller,
                      fmt::format("the lock that is taken here is held since {}: a real CPU would wait for ever; "
                                  "expected it to be released",
                                  findings_.line(same->taken)));
    else if (!tried)
        note_order(lock, caller);
    now_->held.push_back({lock, caller, now_->depth()});
    if (now_->timer && now_->interrupts == 0) of_timers_.insert({{now_->timer, lock}, caller});
    note_context(lock, caller, masked);
}

void Locks::note_order(const void* lock, CodeAddress caller) {
    for (const Held& h : now_->held) {
        if (h.context != now_->depth()) continue;
        orders_.insert({{h.lock, lock}, {h.taken, caller}});
        const auto other = orders_.find({lock, h.lock});
        if (other == orders_.end()) continue;
        findings_.add(Rule::Lock, caller,
                      fmt::format("this lock is taken with the one held that was taken at {}, and at {} in the other "
                                  "order, with the one held that was taken at {}: two CPUs would wait for each other; "
                                  "expected one order",
                                  findings_.line(h.taken), findings_.line(other->second.second),
                                  findings_.line(other->second.first)));
    }
}

/// The advice depends on the strongest context that takes the lock: if an interrupt handler does,
/// masked softirqs are not enough.
void Locks::note_context(const void* lock, CodeAddress caller, Masked masked) {
    Use& use = uses_[lock];
    const bool in_interrupt = now_->interrupts > 0, in_softirq = !in_interrupt && now_->softirqs > 0;
    bool is_new = (in_interrupt && !use.in_interrupt) || (in_softirq && !use.in_softirq);
    if (is_new) (in_interrupt ? use.in_interrupt : use.in_softirq) = caller;
    if (!in_interrupt && masked != Masked::Interrupts) is_new |= use.with_interrupts.insert(caller).second;
    if (!in_interrupt && !in_softirq && masked == Masked::Nothing) is_new |= use.with_softirqs.insert(caller).second;
    if (is_new) report_context(use);
}

void Locks::report_context(const Use& use) {
    if (use.in_interrupt) {
        for (const CodeAddress line : use.with_interrupts)
            findings_.replace(Rule::LockContext, line,
                              fmt::format("a lock is taken with interrupts on that the interrupt handler takes at {}; "
                                          "expected spin_lock_irqsave()",
                                          findings_.line(use.in_interrupt)));
    } else if (use.in_softirq) {
        for (const CodeAddress line : use.with_softirqs)
            findings_.replace(Rule::LockContext, line,
                              fmt::format("a lock is taken with softirqs on that a timer, a poll or a transmission "
                                          "takes at {}; expected spin_lock_bh()",
                                          findings_.line(use.in_softirq)));
    }
}

void Locks::release(const void* lock, CodeAddress caller) {
    const auto last =
        std::find_if(now_->held.rbegin(), now_->held.rend(), [lock](const Held& h) { return h.lock == lock; });
    if (last == now_->held.rend())
        return findings_.add(Rule::Lock, caller, "a lock is released that is not held; expected a held lock");
    now_->held.erase(std::prev(last.base()));
}

void Locks::take_mutex(const void* mutex, CodeAddress caller) {
    const auto [locked, is_new] = mutexes_.insert({mutex, caller});
    if (!is_new)
        findings_.add(Rule::Lock, caller,
                      fmt::format("the mutex that is locked here is locked since {}: the process would wait for ever; "
                                  "expected mutex_unlock() before",
                                  findings_.line(locked->second)));
}

void Locks::release_mutex(const void* mutex, CodeAddress caller) {
    if (mutexes_.erase(mutex) == 0)
        findings_.add(Rule::Lock, caller, "a mutex is unlocked that is not locked; expected a locked mutex");
}

void Locks::report_locked_mutexes(const std::string& when) {
    for (const auto& [mutex, taken] : mutexes_)
        findings_.add(Rule::Lock, taken,
                      "the mutex that is locked here is locked " + when + "; expected mutex_unlock()");
    mutexes_.clear();
}

void Locks::may_sleep(const char* function, CodeAddress caller, bool masked) {
    std::string why;
    if (!now_->held.empty())
        why = "with the lock held that was taken at " + findings_.line(now_->held.back().taken);
    else if (now_->interrupts > 0)
        why = "in an interrupt handler";
    else if (now_->softirqs > 0)
        why = "in a softirq (a timer, NAPI or a transmission)";
    else if (masked)
        why = "with interrupts masked";
    else
        return;
    findings_.add(Rule::Sleep, caller,
                  fmt::format("{} may sleep, but is called {}; expected a context that may sleep", function, why));
}

void Locks::expect_none_held(const char* function, CodeAddress caller) {
    if (now_->held.empty()) return;
    findings_.add(Rule::Lock, caller,
                  fmt::format("{} is called with the lock held that was taken at {}; expected no lock", function,
                              findings_.line(now_->held.back().taken)));
}

void Locks::expect_returned(const char* what, CodeAddress function, std::size_t before) {
    if (now_->held.size() > before)
        findings_.add(Rule::Lock, now_->held.back().taken,
                      fmt::format("the lock that is taken here is still held when {} ({}) returns; expected it to be "
                                  "released",
                                  what, findings_.lines.at(function, false).function + "()"));
    now_->held.resize(std::min(now_->held.size(), before));
}

}  // namespace niclab::linux_kernel
