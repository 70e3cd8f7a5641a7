/// @file  A two-phase FIFO between two methods, in place and with a look at the head.
///
/// The reader sees what was pushed before this moment, the writer what was popped before, so the
/// order of the two methods makes no difference. sc_fifo has no peek and copies twice.
/// Whoever is run late asks what an edge in the past has seen: *_before(). So far back that every place was filled or
/// freed again in between nothing is known any more.
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <systemc>
#include <vector>

#include "base/power_of_two.h"
#include "core/clocked.h"
#include "core/dispatcher.h"
#include "core/event.h"
#include "core/late.h"

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
    /// Reader: items it may pop now.
    std::size_t size() const { return pushed_total() - popped_; }
    bool empty() const { return size() == 0; }
    /// Reader: the oldest item; the FIFO must not be empty. Its place stays taken until pop().
    const T& front() const {
        assert(!empty());
        return slots_[place(popped_)];
    }
    void pop() {
        assert(!empty());
        pop_times_[place(popped_)] = last_pop_ = now_fs();
        popped_.add();
        tell_popped();
    }
    /// By a reader that runs an edge of `at` late.
    void pop_late(Femtoseconds at) {
        assert(pushed_before(at) > popped_);
        pop_times_[place(popped_)] = last_pop_ = at;
        popped_.add_earlier();
        tell_popped();
    }
    /// Pushes before this moment, ever; what a reader in another clock domain synchronises.
    std::size_t pushed_total() const { return pushed_.seen(); }
    /// Pops before this moment, ever; likewise for a writer.
    std::size_t popped_total() const { return popped_.seen(); }
    /// Writer: places it may fill now.
    std::size_t free() const { return capacity_ - (pushed_ - popped_total()); }
    /// Writer: the FIFO must not be full.
    void push(const T& item) {
        assert(free() > 0);
        slots_[place(pushed_)] = item;
        push_times_[place(pushed_)] = last_push_ = now_fs();
        pushed_.add();
        if (pushes_heard_) fire(pushed_event_);
        if (reader_ && (!late_ || urgent_(item))) reader_->wake();
        if (at_push_) at_push_->in(0);
    }
    /// By a writer that runs an edge of `at` late. Nobody is woken: the reader fetches it.
    void push_late(const T& item, Femtoseconds at) {
        assert(fetched_ && capacity_ > pushed_ - popped_before(at));
        slots_[place(pushed_)] = item;
        push_times_[place(pushed_)] = last_push_ = at;
        pushed_.add_earlier();
    }
    /// Modules that sleep until something was pushed, or popped; links that are called a moment after a push.
    void set_reader(Clocked& module) { reader_ = &module; }
    /// From now on the reader runs late, nullptr: no more. Items that are not `urgent` do not wake it.
    void run_reader_late(LateReader* reader, bool (*urgent)(const T&)) { late_ = reader, urgent_ = urgent; }
    /// From now on `writer` may push late, as long as the reader fetches; nullptr: none, and the reader does not.
    void run_writer_late(Late* writer) {
        assert(writer || !fetched_);
        late_writer_ = writer;
    }
    /// Reader: what was to be pushed up to now is there behind it, and from now on it asks for it before each of its edges.
    void fetch() {
        if (!late_writer_) return;
        fetched_ = true;
        late_writer_->catch_up();
    }
    /// Reader: from now on each push is to wake it.
    void fetch_no_more() {
        if (!fetched_) return;
        fetched_ = false;
        late_writer_->replan();
    }
    bool fetched() const { return fetched_; }
    void set_writer(Clocked& module) { writer_ = &module; }
    void call_at_push(Due& due) const { at_push_ = &due; }
    /// Reader: pushes ever that an edge at `t`, neither after now nor before its last pop, may know of: those before it.
    std::size_t pushed_before(Femtoseconds t) const {
        if (last_push_ < t) return pushed_;
        std::size_t known = popped_;
        while (known < pushed_ && push_times_[place(known)] < t) ++known;
        return known;
    }
    /// Writer: pops ever that an edge at `t`, not after now, may know of, and the places it might fill then.
    std::size_t popped_before(Femtoseconds t) const {
        std::size_t known = popped_;
        if (last_pop_ < t) return known;
        for (unsigned back = 0; back < capacity_ && known > 0 && pop_times_[place(known - 1)] >= t; ++back) --known;
        return known;
    }
    std::size_t free_before(Femtoseconds t) const { return capacity_ - (pushed_ - popped_before(t)); }
    /// Writer: likewise whether more than `n` places might be filled at `t`, whatever a late reader has not taken yet.
    bool room_before(Femtoseconds t, std::size_t n) const {
        if (free_before(t) > n) return true;
        if (!late_) return false;
        late_->run_before(t);
        return free_before(t) > n;
    }
    /// Item `i` of those in it, 0 the oldest, whatever either side has seen.
    const T& peek(std::size_t i) const { return slots_[place(popped_ + i)]; }
    /// When it was pushed.
    Femtoseconds pushed_at(std::size_t i) const { return push_times_[place(popped_ + i)]; }
    /// Writer: edges from `t` up to this time know of the same pops.
    Femtoseconds same_pops_until(Femtoseconds t) const {
        if (last_pop_ < t) return ~Femtoseconds{0};
        return pop_times_[place(popped_before(t))];
    }
    /// Items in it, likewise; for reports.
    std::size_t occupancy() const { return pushed_ - popped_; }
    /// `holds` is true of each of them.
    template <class Predicate>
    bool all(Predicate holds) const {
        for (std::size_t i = popped_; i != pushed_; ++i)
            if (!holds(slots_[place(i)])) return false;
        return true;
    }
    /// Fire a delta cycle after the push or pop; for threads and observers.
    const sc_core::sc_event& pushed_event() const { return pushes_heard_ = true, pushed_event_; }
    const sc_core::sc_event& popped_event() const { return pops_heard_ = true, popped_event_; }

private:
    /// How many, and how many of them before this moment.
    class Count {
    public:
        operator std::size_t() const { return count_; }
        std::size_t seen() const { return last_ == moment() ? before_ : count_; }
        void add() {
            if (last_ != moment()) last_ = moment(), before_ = count_;
            ++count_;
        }
        /// In a moment that is over.
        void add_earlier() { ++count_, ++before_; }

    private:
        std::size_t count_ = 0, before_ = 0;
        std::uint64_t last_ = ~std::uint64_t{0};
    };
    void tell_popped() {
        if (pops_heard_) fire(popped_event_);
        if (writer_) writer_->wake();
    }
    /// Where item number `i` stands, or stood.
    std::size_t place(std::size_t i) const { return i & (slots_.size() - 1); }

    std::size_t capacity_;
    std::vector<T> slots_;                              ///< A ring of a power of two, at least as many.
    std::vector<Femtoseconds> push_times_, pop_times_;  ///< Of what stands, or stood, in each place.
    Femtoseconds last_push_ = 0, last_pop_ = 0;
    Count pushed_, popped_;
    sc_core::sc_event pushed_event_, popped_event_;
    mutable bool pushes_heard_ = false, pops_heard_ = false;
    Clocked *reader_ = nullptr, *writer_ = nullptr;
    LateReader* late_ = nullptr;   ///< Runs the reader's edges.
    Late* late_writer_ = nullptr;  ///< Runs the writer's.
    bool fetched_ = false;
    bool (*urgent_)(const T&) = nullptr;
    mutable Due* at_push_ = nullptr;  ///< To be carried on changes nothing of a FIFO.
};

}  // namespace niclab::core
