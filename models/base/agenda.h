/// @file  What is to happen when, for models whose steps are packets, not clocks: millions of steps a second.
///
/// Steps of one time happen in the order in which they were asked for. No kernel is needed: whoever runs an agenda beside a kernel
/// runs it up to the kernel's time.
#pragma once

#include <algorithm>
#include <vector>

#include "base/pool.h"
#include "base/time.h"

namespace niclab::base {

/// A method of an object to be called with a number: a step to do, without an allocation.
struct Call {
    void (*function)(void*, std::uint64_t) = nullptr;
    void* object = nullptr;
    std::uint64_t argument = 0;
    void operator()() const {
        if (function) function(object, argument);
    }
};

/// A call of `Method`, which takes a std::uint64_t. `object` has to live until then.
template <auto Method, class T>
Call call(T* object, std::uint64_t argument = 0) {
    return {[](void* o, std::uint64_t a) { (static_cast<T*>(o)->*Method)(a); }, object, argument};
}

class Agenda {
public:
    Femtoseconds now() const { return now_; }
    /// `when` not before now().
    void at(Femtoseconds when, Call what) {
        steps_.emplace_back();
        rise(steps_.size() - 1, {when, order_++ << kPlaceBits | calls_.put(what)});
    }
    void after(Femtoseconds time, Call what) { at(now_ + time, what); }
    /// Time of the next step; kNever: there is none.
    Femtoseconds next() const { return steps_.empty() ? kNever : steps_.front().when; }
    /// Does all steps up to `end` and those they ask for; it is `end` then.
    void run(Femtoseconds end) {
        while (next() <= end) {
            now_ = steps_.front().when;
            const Call what = calls_.take(steps_.front().order & ((1u << kPlaceBits) - 1));
            remove_first();
            ++done_;
            what();
        }
        now_ = end;
    }
    /// Steps done so far.
    std::uint64_t done() const { return done_; }

private:
    /// A heap with four children each: 16 octets a step, so that the four lie together in the cache, and half as deep as one with two.
    static constexpr unsigned kPlaceBits = 24, kChildren = 4;
    struct Step {
        Femtoseconds when;
        std::uint64_t order;  ///< Asked for before those with a higher one; its call's place below.
        bool before(const Step& o) const { return when != o.when ? when < o.when : order < o.order; }
    };
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
                if (steps_[other].before(steps_[first])) first = other;
            steps_[hole] = steps_[first];
            hole = first;
        }
        rise(hole, last);
    }

    Femtoseconds now_ = 0;
    std::uint64_t order_ = 0, done_ = 0;
    std::vector<Step> steps_;
    Pool<Call> calls_;
};

}  // namespace niclab::base
