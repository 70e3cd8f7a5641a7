/// @file A queue of programs of a CPU that wait for cycles of its bus: only this queue makes
/// requests to the bus.
///
/// Behaviour: if one request is allowed at a time, each program gets one cycle, alternately.
///   Otherwise a program gets all its cycles at once. Programs are served in the order of their
///   requests. Requests of one delta cycle are ordered by the names of their threads, independent
///   of the kernel's order.
///
/// `Channel`: two mailboxes, `request` and `response`, of an `Access` with `data`.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>

#include "core/clock.h"

namespace niclab::host {

template <class Channel, class Access>
class CycleQueue : public sc_core::sc_module {
public:
    /// `ahead`: maximum number of requested cycles that have not ended, at least 1.
    CycleQueue(sc_core::sc_module_name name, Channel& channel, unsigned ahead)
        : sc_module(name), channel_(channel), ahead_(ahead) {
        channel.response.call_at_post(&due_);
        if (ahead > 1) channel.request.call_at_take(&due_);
    }

    /// Blocks the calling thread until all `count` accesses are done, in order; they then have the
    /// results of reads.
    void run(Access* accesses, unsigned count) {
        Request request{accesses,
                        count,
                        0,
                        0,
                        core::now_fs(),
                        core::delta_cycle(),
                        sc_core::sc_get_current_process_handle().name()};
        line_up(request);
        due_.in(0);
        while (request.done < count) wait(served_);
    }
    /// CPU time of these waits.
    core::Femtoseconds waited() const { return waited_; }

private:
    struct Request {
        Access* accesses;
        unsigned count, asked, done;
        core::Femtoseconds since;  ///< End of the cycle before.
        std::uint64_t moment;      ///< Delta cycle of the request.
        const char* thread;
    };
    void line_up(Request& request) {
        const auto before = std::find_if(requests_.begin(), requests_.end(), [&request](const Request* r) {
            return r->moment == request.moment && std::strcmp(r->thread, request.thread) > 0;
        });
        requests_.insert(before, &request);
    }
    void serve() {
        if (under_way_ > 0 && channel_.response.has_item()) {
            Request& first = *requests_.front();
            first.accesses[first.done++].data = channel_.response.item().data;
            channel_.response.take();
            waited_ += core::now_fs() - first.since, first.since = core::now_fs();
            --under_way_;
            const bool over = first.done == first.count;
            if (over || ahead_ == 1) requests_.pop_front();
            if (over)
                core::fire(served_);
            else if (ahead_ == 1)
                requests_.push_back(&first);
        }
        if (under_way_ >= ahead_ || channel_.request.full()) return;
        for (Request* r : requests_) {
            const bool comes_now = r->moment == core::delta_cycle();  // It is visible in the next delta cycle.
            if (comes_now || r->asked == r->count) continue;
            channel_.request.post(r->accesses[r->asked++]);
            ++under_way_;
            return;
        }
    }

    Channel& channel_;
    unsigned ahead_, under_way_ = 0;
    std::deque<Request*> requests_;
    core::Timer due_ = core::Timer::of<&CycleQueue::serve>(*this);
    sc_core::sc_event served_;
    core::Femtoseconds waited_ = 0;
};

}  // namespace niclab::host
