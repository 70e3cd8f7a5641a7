/// @file  For how long a thing is busy, told when work is given to it, which may be long before its turn; asked up to a moment.
#pragma once

#include <vector>

#include "base/time.h"

namespace niclab::base {

class Occupancy {
public:
    /// It will be busy for `busy` of the time from `begin` to `end`, evenly. Work whose end is not after `now` is over.
    void add(Femtoseconds now, Femtoseconds begin, Femtoseconds end, Femtoseconds busy) {
        for (; first_ < work_.size() && work_[first_].end <= now; ++first_) over_ += work_[first_].busy;
        if (2 * first_ > work_.size()) {
            work_.erase(work_.begin(), work_.begin() + std::ptrdiff_t(first_));
            first_ = 0;
        }
        work_.push_back({begin, end, busy});
    }
    /// So long it was up to `now`.
    Femtoseconds until(Femtoseconds now) const {
        Femtoseconds sum = over_;
        for (std::size_t k = first_; k < work_.size(); ++k) {
            const Work& w = work_[k];
            if (w.end <= now)
                sum += w.busy;
            else if (w.begin < now)
                sum += Femtoseconds(double(w.busy) * double(now - w.begin) / double(w.end - w.begin));
        }
        return sum;
    }

private:
    struct Work {
        Femtoseconds begin, end, busy;
    };
    std::vector<Work> work_;
    std::size_t first_ = 0;  ///< Those before are in the sum.
    Femtoseconds over_ = 0;
};

}  // namespace niclab::base
