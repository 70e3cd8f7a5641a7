/// @file  Programs of a CPU that wait for cycles of its bus: they take turns, cycle by cycle, and the bus is asked from here alone.
///
/// `Channel`:  two mailboxes, `request` and `response`, of an `Access` with `data`.
#pragma once

#include <deque>

#include "core/clock.h"

namespace niclab::host {

template <class Channel, class Access>
class CycleQueue : public sc_core::sc_module {
public:
    /// `ahead`: cycles that the bus is asked for before the first of them has ended, at least 1.
    CycleQueue(sc_core::sc_module_name name, Channel& channel, unsigned ahead)
        : sc_module(name), channel_(channel), ahead_(ahead) {
        SC_HAS_PROCESS(CycleQueue);
        SC_METHOD(serve);
        sensitive << asked_ << channel.response.posted_event();
        if (ahead > 1) sensitive << channel.request.taken_event();
        dont_initialize();
    }

    /// Blocks the calling thread until all `count` are done, in order, and have what was read.
    void run(Access* accesses, unsigned count) {
        const core::Femtoseconds begin = core::now_fs();
        Request request{accesses, count, 0, 0};
        requests_.push_back(&request);
        core::fire(asked_);
        while (request.done < count) wait(served_);
        waited_ += core::now_fs() - begin;
    }
    /// CPU time that was spent so.
    core::Femtoseconds waited() const { return waited_; }

private:
    struct Request {
        Access* accesses;
        unsigned count, asked, done;
    };
    void serve() {
        if (under_way_ > 0 && channel_.response.has_item()) {
            Request& first = *requests_.front();
            first.accesses[first.done++].data = channel_.response.item().data;
            channel_.response.take();
            --under_way_;
            if (first.done == first.count) requests_.pop_front();
            core::fire(served_);
        }
        if (under_way_ >= ahead_ || channel_.request.full()) return;
        for (Request* r : requests_) {
            if (r->asked == r->count) continue;
            channel_.request.post(r->accesses[r->asked++]);
            ++under_way_;
            return;
        }
    }

    Channel& channel_;
    unsigned ahead_, under_way_ = 0;
    std::deque<Request*> requests_;
    sc_core::sc_event asked_, served_;
    core::Femtoseconds waited_ = 0;
};

}  // namespace niclab::host
