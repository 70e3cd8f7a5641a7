#include "runtime/locks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace niclab::linux_kernel {

void Locks::take(const void* lock, CodeAddress caller, bool masked) {
    const auto same =
        std::find_if(now_->held.begin(), now_->held.end(), [lock](const Held& h) { return h.lock == lock; });
    if (same != now_->held.end())
        findings_.add(Rule::Lock, caller,
                      fmt::format("the lock that is taken here is held since {}: a real CPU would wait for ever; "
                                  "expected it to be released",
                                  findings_.line(same->taken)));
    now_->held.push_back({lock, caller});
    Use& use = uses_[lock];
    const bool both = use.in_interrupt && use.with_interrupts;
    if (now_->interrupts > 0)
        use.in_interrupt = caller;
    else if (!masked)
        use.with_interrupts = caller;
    if (!both && use.in_interrupt && use.with_interrupts)
        findings_.add(Rule::Lock, use.with_interrupts,
                      fmt::format("a lock is taken with interrupts on that the interrupt handler takes at {}; expected "
                                  "spin_lock_irqsave()",
                                  findings_.line(use.in_interrupt)));
}

void Locks::release(const void* lock, CodeAddress caller) {
    const auto last =
        std::find_if(now_->held.rbegin(), now_->held.rend(), [lock](const Held& h) { return h.lock == lock; });
    if (last == now_->held.rend())
        return findings_.add(Rule::Lock, caller, "a lock is released that is not held; expected a held lock");
    now_->held.erase(std::prev(last.base()));
}

std::string Locks::taken_at(const void* lock) {
    for (const Context& context : contexts_)
        for (const Held& h : context.held)
            if (h.lock == lock) return findings_.line(h.taken);
    return "an unknown place";
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
