/// @file The busy time of a resource up to a given time. Work is reported when it is assigned,
/// which may be long before it starts.
#pragma once

#include <vector>

#include "base/time.h"

namespace niclab::base {

class Occupancy {
public:
    /// Adds work: busy for `busy` of the time from `begin` to `end`, evenly. Work with an end not
    /// after `now` is finished.
    void add(Femtoseconds now, Femtoseconds begin, Femtoseconds end, Femtoseconds busy) {
        for (; first_ < work_.size() && work_[first_].end <= now; ++first_) over_ += work_[first_].busy;
        if (2 * first_ > work_.size()) {
            work_.erase(work_.begin(), work_.begin() + std::ptrdiff_t(first_));
            first_ = 0;
        }
        work_.push_back({begin, end, busy});
    }
    /// The busy time up to `now`.
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
    std::size_t first_ = 0;  ///< The entries before it are included in the sum.
    Femtoseconds over_ = 0;
};

}  // namespace niclab::base
