/// @file  A two-phase FIFO between two methods, in place and with a look at the head.
///
/// The reader sees what was pushed up to the last update phase, the writer what was popped up to then, so the
/// order of the two methods makes no difference. sc_fifo has no peek and copies twice.
/// Whoever is run late asks what an edge in the past has seen: *_before(). So far back that every place was filled or
/// freed again in between nothing is known any more.
#pragma once

#include <cassert>
#include <cstddef>
#include <systemc>
#include <vector>

#include "core/time.h"

namespace niclab::core {

template <class T>
class Fifo : public sc_core::sc_prim_channel {
public:
    /// `capacity` >= 1 items.
    Fifo(const char* name, std::size_t capacity)
        : sc_prim_channel(name), slots_(capacity), push_times_(capacity), pop_times_(capacity) {
        assert(capacity >= 1);
    }

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
        pop_times_[popped_ % slots_.size()] = last_pop_ = now_fs();
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
        push_times_[pushed_ % slots_.size()] = last_push_ = now_fs();
        ++pushed_;
        request_update();
    }
    /// Reader: pushes ever that an edge at `t`, not after now, may know of: those before it.
    std::size_t pushed_before(Femtoseconds t) const {
        return last_push_ < t ? pushed_ : before(t, push_times_, pushed_);
    }
    /// Writer: likewise pops ever, and the places it might fill at `t`.
    std::size_t popped_before(Femtoseconds t) const { return last_pop_ < t ? popped_ : before(t, pop_times_, popped_); }
    std::size_t free_before(Femtoseconds t) const { return slots_.size() - (pushed_ - popped_before(t)); }
    /// Items in it, whatever either side has seen; for reports.
    std::size_t occupancy() const { return pushed_ - popped_; }
    /// `holds` is true of each of them.
    template <class Predicate>
    bool all(Predicate holds) const {
        for (std::size_t i = popped_; i != pushed_; ++i)
            if (!holds(slots_[i % slots_.size()])) return false;
        return true;
    }
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
    static std::size_t before(Femtoseconds t, const std::vector<Femtoseconds>& times, std::size_t count) {
        for (std::size_t back = 0; back < times.size() && count > 0 && times[(count - 1) % times.size()] >= t; ++back)
            --count;
        return count;
    }

    std::vector<T> slots_;
    std::vector<Femtoseconds> push_times_, pop_times_;  ///< Of what stands, or stood, in each place.
    Femtoseconds last_push_ = 0, last_pop_ = 0;
    std::size_t pushed_ = 0, popped_ = 0, pushed_seen_ = 0, popped_seen_ = 0;
    sc_core::sc_event pushed_event_, popped_event_;
};

}  // namespace niclab::core
