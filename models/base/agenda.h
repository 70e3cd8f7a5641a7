/// @file  What is to happen when, for models whose steps are packets, not clocks: millions of steps a second.
///
/// Steps of one time happen in the order in which they were asked for. No kernel is needed: whoever runs an agenda beside a kernel
/// runs it up to the kernel's time.
#pragma once

#include <algorithm>
#include <vector>

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
        steps_.push_back({when, order_++, what});
        std::push_heap(steps_.begin(), steps_.end(), later);
    }
    void after(Femtoseconds time, Call what) { at(now_ + time, what); }
    /// Time of the next step; kNever: there is none.
    Femtoseconds next() const { return steps_.empty() ? kNever : steps_.front().when; }
    /// Does all steps up to `end` and those they ask for; it is `end` then.
    void run(Femtoseconds end) {
        while (next() <= end) {
            std::pop_heap(steps_.begin(), steps_.end(), later);
            const Step step = steps_.back();
            steps_.pop_back();
            now_ = step.when;
            ++done_;
            step.what();
        }
        now_ = end;
    }
    /// Steps done so far.
    std::uint64_t done() const { return done_; }

private:
    struct Step {
        Femtoseconds when;
        std::uint64_t order;
        Call what;
    };
    static bool later(const Step& a, const Step& b) { return a.when != b.when ? a.when > b.when : a.order > b.order; }

    Femtoseconds now_ = 0;
    std::uint64_t order_ = 0, done_ = 0;
    std::vector<Step> steps_;
};

}  // namespace niclab::base
