#include "runtime/work_queue.h"

#include <algorithm>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

namespace {
using Kind = Holdings::Kind;
std::uint64_t key_of(const work_struct* item) { return reinterpret_cast<std::uintptr_t>(item); }
}  // namespace

bool WorkQueue::queue(work_struct* item, CodeAddress caller) {
    if (item->pending) return false;
    item->pending = 1;
    machine_.work_not_awaited.erase(item);
    machine_.holdings.take(Kind::Work, key_of(item), caller);
    add(item);
    return true;
}

void WorkQueue::add(work_struct* item) {
    items_.push_back(item);
    machine_.post([this] { run_next(); });
}

bool WorkQueue::queue_later(delayed_work* item, unsigned long jiffies, CodeAddress caller) {
    if (jiffies == 0) return queue(&item->work, caller);
    if (item->work.pending) return false;
    item->work.pending = 1;
    machine_.work_not_awaited.erase(&item->work);
    machine_.holdings.take(Kind::Work, key_of(&item->work), caller);
    delayed_.push_back(item);
    item->timer.expires = machine_.cpu().jiffies() + jiffies;
    item->timer.function = [](timer_list* timer) {
        auto* expired = reinterpret_cast<delayed_work*>(reinterpret_cast<char*>(timer) - offsetof(delayed_work, timer));
        WorkQueue& queue = Machine::current().put_off;
        queue.delayed_.erase(std::remove(queue.delayed_.begin(), queue.delayed_.end(), expired), queue.delayed_.end());
        queue.add(&expired->work);
    };
    machine_.cpu().add(&item->timer);
    return true;
}

bool WorkQueue::cancel(work_struct* item) {
    items_.erase(std::remove(items_.begin(), items_.end(), item), items_.end());
    machine_.holdings.give_back(Kind::Work, key_of(item));
    const bool was = item->pending != 0;
    item->pending = 0;
    return was;
}

bool WorkQueue::cancel(delayed_work* item) {
    const auto at = std::find(delayed_.begin(), delayed_.end(), item);
    if (at != delayed_.end()) {
        delayed_.erase(at);
        machine_.remove_timer(&item->timer);
    }
    return cancel(&item->work);
}

void WorkQueue::await(const work_struct* item, const char* function, CodeAddress caller) {
    machine_.may_sleep(function, caller);
    machine_.work_not_awaited.erase(item);
    if (item == running_ && machine_.debug())
        machine_.findings.add(Rule::Lock, caller,
                              std::string(function) +
                                  " is called by the work that it waits for, and waits for ever; expected a call from "
                                  "elsewhere");
}

/// Items may have been cancelled, or run, since this was posted.
void WorkQueue::run_next() {
    if (!items_.empty()) run(items_.front());
}

void WorkQueue::run(work_struct* item) {
    cancel(item);
    const auto function = item->func;  // The item may free itself.
    const std::size_t locks = machine_.locks.held();
    const work_struct* const before = running_;
    running_ = item;
    function(item);
    running_ = before;
    if (machine_.debug()) machine_.locks.expect_returned("the work", reinterpret_cast<CodeAddress>(function), locks);
}

bool WorkQueue::run_now(work_struct* item) {
    if (!item->pending || item == running_) return false;
    run(item);
    return true;
}

void WorkQueue::end_within(const void* block, std::size_t octets, CodeAddress caller) {
    const auto begin = reinterpret_cast<std::uintptr_t>(block), end = begin + octets;
    for (const Holdings::Holding& h : machine_.holdings.within(Kind::Work, begin, end)) {
        auto* item = reinterpret_cast<work_struct*>(static_cast<std::uintptr_t>(h.key));
        const auto later =
            std::find_if(delayed_.begin(), delayed_.end(), [item](const delayed_work* d) { return &d->work == item; });
        later != delayed_.end() ? cancel(*later) : cancel(item);
        if (machine_.debug())
            machine_.findings.add(Rule::Timer, h.taken,
                                  "the work that is queued here is pending when its memory is freed " +
                                      machine_.findings.doer(caller) + "; expected cancel_work_sync() before");
    }
}

}  // namespace niclab::linux_kernel
