/// @file An event queue for models with steps per packet instead of per clock: millions of steps
/// per second.
///
/// Behaviour: steps of equal time are executed in the order in which they were scheduled. No kernel
///   is needed: code that combines an event queue with a kernel runs it up to the kernel's time.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/pool.h"
#include "base/time.h"

namespace niclab::base {

/// A method of an object with a number as its argument: a step without an allocation.
struct Call {
    void (*function)(void*, std::uint64_t) = nullptr;
    void* object = nullptr;
    std::uint64_t argument = 0;
    void operator()() const {
        if (function) function(object, argument);
    }
};

/// A call of `Method`, which takes a std::uint64_t. `object` must live until then.
template <auto Method, class T>
Call call(T* object, std::uint64_t argument = 0) {
    return {[](void* o, std::uint64_t a) { (static_cast<T*>(o)->*Method)(a); }, object, argument};
}

class EventQueue {
public:
    Femtoseconds now() const { return now_; }
    /// Schedules `what` at `when`, not before now().
    void at(Femtoseconds when, Call what) {
        const Step step{when, order_++ << kPlaceBits | calls_.put(what)};
        const bool is_near = first_ == end_ || when < near_[end_ - 1].when;
        if (is_near || (steps_.empty() && end_ - first_ < kNear)) return insert(step);
        push(step);
    }
    void after(Femtoseconds time, Call what) { at(now_ + time, what); }
    /// Time of the next step; kNever: there is none.
    Femtoseconds next() const { return first_ == end_ ? kNever : near_[first_].when; }
    /// Executes all steps up to `end`, including those that are scheduled meanwhile; now() is then
    /// `end`.
    void run(Femtoseconds end) {
        while (next() <= end) {
            const Step step = near_[first_];
            now_ = step.when;
            const Call what = calls_.take(step.order & ((1u << kPlaceBits) - 1));
            if (++first_ == end_) refill();
            ++done_;
            what();
        }
        now_ = end;
    }
    /// Number of executed steps.
    std::uint64_t done() const { return done_; }

private:
    /// The next steps are in an array in their order: few steps cost less there than in a heap. All
    /// later ones are in a heap with four children per node and 16 octets per step. Four siblings
    /// share a cache line, and it is half as deep as a binary one.
    static constexpr unsigned kPlaceBits = 24, kChildren = 4, kNear = 32;
    struct Step {
        Femtoseconds when;
        std::uint64_t order;  ///< Sequence number of the request, and the place of its call in the lowest bits.
        /// Without a branch, which a processor would predict wrongly half of the time.
        bool before(const Step& o) const { return (when < o.when) | ((when == o.when) & (order < o.order)); }
    };
    /// The newest step is after others of its time.
    void insert(Step step) {
        if (end_ == kNear) {
            if (first_ == 0) push(near_[--end_]);
            std::copy(near_.begin() + first_, near_.begin() + end_, near_.begin());
            end_ -= first_, first_ = 0;
        }
        // Steps before its place move, or those after it, whichever are fewer.
        if (first_ > 0 && step.when < near_[(first_ + end_) / 2].when) {
            unsigned hole = --first_;
            for (; near_[hole + 1].when <= step.when; ++hole) near_[hole] = near_[hole + 1];
            near_[hole] = step;
            return;
        }
        unsigned hole = end_++;
        for (; hole > first_ && step.when < near_[hole - 1].when; --hole) near_[hole] = near_[hole - 1];
        near_[hole] = step;
    }
    /// Few steps all leave the heap. Of many only the first does: the others would gain nothing.
    void refill() {
        const std::size_t count = steps_.size() <= kNear / 2 ? steps_.size() : 1;
        for (first_ = end_ = 0; end_ < count && !steps_.empty(); ++end_) {
            near_[end_] = steps_.front();
            remove_first();
        }
    }
    void push(Step step) {
        steps_.emplace_back();
        rise(steps_.size() - 1, step);
    }
    void rise(std::size_t hole, Step step) {
        for (; hole > 0; hole = (hole - 1) / kChildren) {
            const Step& above = steps_[(hole - 1) / kChildren];
            if (!step.before(above)) break;
            steps_[hole] = above;
        }
        steps_[hole] = step;
    }
    void remove_first() {
        const Step last = steps_.back();
        steps_.pop_back();
        const std::size_t size = steps_.size();
        if (size == 0) return;
        std::size_t hole = 0;
        for (std::size_t child = 1; child < size; child = kChildren * hole + 1) {
            const std::size_t end = std::min(child + kChildren, size);
            std::size_t first = child;
            for (std::size_t other = child + 1; other < end; ++other)
                first = steps_[other].before(steps_[first]) ? other : first;
            steps_[hole] = steps_[first];
            hole = first;
        }
        rise(hole, last);
    }

    Femtoseconds now_ = 0;
    std::uint64_t order_ = 0, done_ = 0;
    std::array<Step, kNear> near_;
    unsigned first_ = 0, end_ = 0;  ///< Of the steps in `near_`. Without any, there are none at all.
    std::vector<Step> steps_;       ///< The later ones.
    Pool<Call> calls_;
};

}  // namespace niclab::base
