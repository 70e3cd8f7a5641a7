/// @file One processor for processes that run by turns.
///
/// Behaviour: a process that wakes another one on its own processor sends no interrupt to another
///   processor, which is most of the cost of a message. When the processor has been busy with others,
///   all move to the next one that this process may use.
/// Limitations: where the kernel keeps no times of waiting (/proc/thread-self/schedstat), they stay.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>

namespace niclab::vm {

class OneCore {
public:
    /// How often check() looks, and the share of that time which the thread may wait for its processor.
    static constexpr std::chrono::milliseconds kPeriod{250};
    static constexpr double kMostWaiting = 0.3;

    /// From now on this thread, and all threads and processes that it starts, have one processor.
    OneCore();
    OneCore(const OneCore&) = delete;
    /// This thread may use all its processors again.
    ~OneCore();
    /// `process` moves with this thread. -1: none.
    void take_along(pid_t process) { process_ = process; }
    /// Moves to the next processor if this thread has waited too long for this one.
    void check();
    int processor() const { return processor_; }

private:
    using Clock = std::chrono::steady_clock;
    void move_to(int processor);
    int next() const;

    cpu_set_t all_{};
    int processor_ = -1;
    pid_t process_ = -1;
    Clock::time_point looked_;
    std::chrono::nanoseconds waited_{};  ///< Of this thread, when it looked.
};

}  // namespace niclab::vm
