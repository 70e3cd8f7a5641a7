/// @file The work that a driver puts off to a process (schedule_work()), and its delays.
///
/// Behaviour: an item is work of the machine's first CPU, after all present work: it may sleep, and
///   interrupts and timers nest in it. An item that was queued again while it runs, runs again.
/// Not modelled: several processes. An item that sleeps delays all others.
#pragma once

#include <deque>

#include "kernel/work.h"
#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

class Machine;

class WorkQueue {
public:
    explicit WorkQueue(Machine& machine) : machine_(machine) {}
    /// Each returns whether the item was not queued yet.
    bool queue(work_struct* item, CodeAddress caller);
    bool queue_later(delayed_work* item, unsigned long jiffies, CodeAddress caller);
    /// Whether it was queued; it is no longer.
    bool cancel(work_struct* item);
    bool cancel(delayed_work* item);
    /// `caller` waits for the end of the item: a fault if that is the code that runs.
    void await(const work_struct* item, const char* function, CodeAddress caller);
    /// Runs an item now if it is queued; whether it was.
    bool run_now(work_struct* item);
    /// Memory is freed at `caller`: an item in it must not be queued.
    void end_within(const void* block, std::size_t octets, CodeAddress caller);

private:
    void add(work_struct* item);
    void run_next();
    void run(work_struct* item);

    Machine& machine_;
    std::deque<work_struct*> items_;
    std::deque<delayed_work*> delayed_;
    const work_struct* running_ = nullptr;
};

}  // namespace niclab::linux_kernel
