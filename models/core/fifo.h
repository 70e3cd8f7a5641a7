/// @file A two-phase FIFO between two clocked methods, with access to its items in place.
///
/// Behaviour: the reader sees the items that were pushed before the present delta cycle, the writer
///   the places that were freed before it. So the order of the two methods makes no difference.
///   sc_fifo has no peek function and copies each item twice.
/// Limitations: a method that runs late calls *_before() for the state at an edge in the past. That
///   state is unknown if every place was filled or freed again since then.
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <systemc>
#include <vector>

#include "base/power_of_two.h"
#include "core/clocked.h"
#include "core/decoupled.h"
#include "core/dispatcher.h"
#include "core/event.h"

namespace niclab::core {

template <class T>
class Fifo {
public:
    /// `capacity` >= 1 items.
    Fifo(const char* name, std::size_t capacity)
        : capacity_(capacity),
          slots_(base::power_of_two_from(capacity)),
          push_times_(slots_.size()),
          pop_times_(slots_.size()),
          pushed_event_((std::string(name) + "_pushed").c_str()),
          popped_event_((std::string(name) + "_popped").c_str()) {
        assert(capacity >= 1);
    }

    std::size_t capacity() const { return capacity_; }
    /// Reader: number of items that it may pop now.
    std::size_t size() const { return pushed_total() - popped_; }
    bool empty() const { return size() == 0; }
    /// Reader: the oldest item; the FIFO must not be empty. Its place remains occupied until pop().
    const T& front() const {
        assert(!empty());
        return slots_[place(popped_)];
    }
    void pop() {
        assert(!empty());
        pop_times_[place(popped_)] = last_pop_ = now_fs();
        popped_.add();
        notify_popped();
    }
    /// Reader: pop at an edge at time `at` that is run late.
    void pop_decoupled(Femtoseconds at) {
        assert(pushed_before(at) > popped_);
        pop_times_[place(popped_)] = last_pop_ = at;
        popped_.add_earlier();
        notify_popped();
    }
    /// Number of all pushes before the present delta cycle; a reader in another clock domain
    /// synchronises this count.
    std::size_t pushed_total() const { return pushed_.seen(); }
    /// Number of all pops before the present delta cycle; a writer in another clock domain
    /// synchronises this count.
    std::size_t popped_total() const { return popped_.seen(); }
    /// Writer: number of free places.
    std::size_t free() const { return capacity_ - (pushed_ - popped_total()); }
    /// Writer: appends `item`; the FIFO must not be full.
    void push(const T& item) {
        assert(free() > 0);
        slots_[place(pushed_)] = item;
        push_times_[place(pushed_)] = last_push_ = now_fs();
        pushed_.add();
        if (pushes_heard_) fire(pushed_event_);
        if (reader_ && (!decoupled_reader_ || urgent_(item))) reader_->wake();
        if (at_push_) at_push_->in(0);
    }
    /// Writer: push at an edge at time `at` that is run late. No module is woken: the reader
    /// fetches the item.
    void push_decoupled(const T& item, Femtoseconds at) {
        assert(fetched_ && capacity_ > pushed_ - popped_before(at));
        slots_[place(pushed_)] = item;
        push_times_[place(pushed_)] = last_push_ = at;
        pushed_.add_earlier();
    }
    /// Modules that sleep until a push or a pop, and links that are called one delta cycle after a
    /// push.
    void set_reader(Clocked& module) { reader_ = &module; }
    /// Marks the reader as one that runs late; nullptr: no more. Items that are not `urgent` do not
    /// wake it.
    void decouple_reader(DecoupledReader* reader, bool (*urgent)(const T&)) {
        decoupled_reader_ = reader, urgent_ = urgent;
    }
    /// Allows `writer` to push late while the reader fetches; nullptr: no late writer, and the
    /// reader does not fetch.
    void decouple_writer(DecoupledWriter* writer) {
        assert(writer || !fetched_);
        decoupled_writer_ = writer;
    }
    /// Reader: runs the late writer up to now. From now on the reader calls it before each of its
    /// edges.
    void fetch() {
        if (!decoupled_writer_) return;
        fetched_ = true;
        decoupled_writer_->push_due();
    }
    /// Reader: from now on each push wakes it.
    void fetch_no_more() {
        if (!fetched_) return;
        fetched_ = false;
        decoupled_writer_->reschedule();
    }
    bool fetched() const { return fetched_; }
    void set_writer(Clocked& module) { writer_ = &module; }
    void call_at_push(Timer& due) const { at_push_ = &due; }
    /// Reader: number of all pushes before `t`, which an edge at `t` may use. `t` is neither after
    /// now nor before the last pop.
    std::size_t pushed_before(Femtoseconds t) const {
        if (last_push_ < t) return pushed_;
        std::size_t known = popped_;
        while (known < pushed_ && push_times_[place(known)] < t) ++known;
        return known;
    }
    /// Writer: number of all pops before `t` (not after now), which an edge at `t` may use, and the
    /// number of places that are free then.
    std::size_t popped_before(Femtoseconds t) const {
        std::size_t known = popped_;
        if (last_pop_ < t) return known;
        for (unsigned back = 0; back < capacity_ && known > 0 && pop_times_[place(known - 1)] >= t; ++back) --known;
        return known;
    }
    std::size_t free_before(Femtoseconds t) const { return capacity_ - (pushed_ - popped_before(t)); }
    /// Writer: whether more than `n` places are free at `t`, whatever a late reader has still to
    /// take.
    bool room_before(Femtoseconds t, std::size_t n) const {
        if (free_before(t) > n) return true;
        if (!decoupled_reader_) return false;
        decoupled_reader_->run_before(t);
        return free_before(t) > n;
    }
    /// Item `i` of those in the FIFO, 0 is the oldest, independent of what either side has seen.
    const T& peek(std::size_t i) const { return slots_[place(popped_ + i)]; }
    /// Time of its push.
    Femtoseconds pushed_at(std::size_t i) const { return push_times_[place(popped_ + i)]; }
    /// Writer: all edges from `t` up to the returned time see the same pops.
    Femtoseconds same_pops_until(Femtoseconds t) const {
        if (last_pop_ < t) return ~Femtoseconds{0};
        return pop_times_[place(popped_before(t))];
    }
    /// Number of items in the FIFO, independent of what either side has seen; for reports.
    std::size_t occupancy() const { return pushed_ - popped_; }
    /// Whether `holds` is true for each item.
    template <class Predicate>
    bool all(Predicate holds) const {
        for (std::size_t i = popped_; i != pushed_; ++i)
            if (!holds(slots_[place(i)])) return false;
        return true;
    }
    /// Events that are notified one delta cycle after a push or pop; for threads and observers.
    const sc_core::sc_event& pushed_event() const { return pushes_heard_ = true, pushed_event_; }
    const sc_core::sc_event& popped_event() const { return pops_heard_ = true, popped_event_; }

private:
    /// A count, and its value before the present delta cycle.
    class Count {
    public:
        operator std::size_t() const { return count_; }
        std::size_t seen() const { return last_ == delta_cycle() ? before_ : count_; }
        void add() {
            if (last_ != delta_cycle()) last_ = delta_cycle(), before_ = count_;
            ++count_;
        }
        /// Counts an event of an earlier delta cycle.
        void add_earlier() { ++count_, ++before_; }

    private:
        std::size_t count_ = 0, before_ = 0;
        std::uint64_t last_ = ~std::uint64_t{0};
    };
    void notify_popped() {
        if (pops_heard_) fire(popped_event_);
        if (writer_) writer_->wake();
    }
    /// Index of the place of item number `i`.
    std::size_t place(std::size_t i) const { return i & (slots_.size() - 1); }

    std::size_t capacity_;
    std::vector<T> slots_;                              ///< A ring; its size is a power of two and at least the
                                                        ///< capacity.
    std::vector<Femtoseconds> push_times_, pop_times_;  ///< Times of the item that is, or was, in each place.
    Femtoseconds last_push_ = 0, last_pop_ = 0;
    Count pushed_, popped_;
    sc_core::sc_event pushed_event_, popped_event_;
    mutable bool pushes_heard_ = false, pops_heard_ = false;
    Clocked *reader_ = nullptr, *writer_ = nullptr;
    DecoupledReader* decoupled_reader_ = nullptr;  ///< Runs the reader's edges.
    DecoupledWriter* decoupled_writer_ = nullptr;  ///< Runs the writer's edges.
    bool fetched_ = false;
    bool (*urgent_)(const T&) = nullptr;
    mutable Timer* at_push_ = nullptr;  ///< Mutable: planning a link does not change the FIFO.
};

}  // namespace niclab::core
