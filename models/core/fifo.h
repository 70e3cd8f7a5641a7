/// @file  A two-phase FIFO between two methods, in place and with a look at the head.
///
/// The reader sees what was pushed up to the last update phase, the writer what was popped up to then, so the
/// order of the two methods makes no difference. sc_fifo has no peek and copies twice.
#pragma once

#include <cassert>
#include <cstddef>
#include <systemc>
#include <vector>

namespace niclab::core {

template <class T>
class Fifo : public sc_core::sc_prim_channel {
public:
    /// `capacity` >= 1 items.
    Fifo(const char* name, std::size_t capacity) : sc_prim_channel(name), slots_(capacity) { assert(capacity >= 1); }

    std::size_t capacity() const { return slots_.size(); }
    /// Reader: items it may pop now.
    std::size_t size() const { return pushed_seen_ - popped_; }
    bool empty() const { return size() == 0; }
    /// Reader: the oldest item; the FIFO must not be empty. Its place stays taken until pop().
    const T& front() const {
        assert(!empty());
        return slots_[popped_ % slots_.size()];
    }
    void pop() {
        assert(!empty());
        ++popped_;
        request_update();
    }
    /// Pushes up to the last update, ever; what a reader in another clock domain synchronises.
    std::size_t pushed_total() const { return pushed_seen_; }
    /// Pops up to the last update, ever; likewise for a writer.
    std::size_t popped_total() const { return popped_seen_; }
    /// Writer: places it may fill now.
    std::size_t free() const { return slots_.size() - (pushed_ - popped_seen_); }
    /// Writer: the FIFO must not be full.
    void push(const T& item) {
        assert(free() > 0);
        slots_[pushed_ % slots_.size()] = item;
        ++pushed_;
        request_update();
    }
    /// Items in it, whatever either side has seen; for reports.
    std::size_t occupancy() const { return pushed_ - popped_; }
    /// Fire a delta cycle after the push or pop.
    const sc_core::sc_event& pushed_event() const { return pushed_event_; }
    const sc_core::sc_event& popped_event() const { return popped_event_; }

protected:
    void update() override {
        if (pushed_ != pushed_seen_) pushed_event_.notify(sc_core::SC_ZERO_TIME);
        if (popped_ != popped_seen_) popped_event_.notify(sc_core::SC_ZERO_TIME);
        pushed_seen_ = pushed_;
        popped_seen_ = popped_;
    }

private:
    std::vector<T> slots_;
    std::size_t pushed_ = 0, popped_ = 0, pushed_seen_ = 0, popped_seen_ = 0;
    sc_core::sc_event pushed_event_, popped_event_;
};

}  // namespace niclab::core
