#include "probe/wave/clock_wave.h"

#include <algorithm>

namespace niclab::probe {

void ClockWave::extend(const Segments& from_last_on) {
    segments_.pop_back();
    segments_.insert(segments_.end(), from_last_on.begin(), from_last_on.end());
    enter(segment_);
    follow_slips();
}

void ClockWave::follow_slips() {
    while (rising_ && segment_ + 1 < segments_.size() && next_ > to_) {
        enter(segment_ + 1);
        next_ = segments_[segment_].from_fs;
    }
}

void ClockWave::enter(std::size_t segment) {
    segment_ = segment;
    const core::Clock::Segment& now = segments_[segment];
    high_ = now.period_fs / 2;
    low_ = now.period_fs - high_;
    to_ = now.to_fs;
}

void ClockWave::skip_to(core::Femtoseconds t) {
    while (segment_ + 1 < segments_.size() && segments_[segment_ + 1].from_fs <= t) {
        enter(segment_ + 1);
        next_ = segments_[segment_].from_fs;
        rising_ = true;
    }
    follow_slips();
    const core::Femtoseconds last = std::min(t, segments_[segment_].to_fs);
    const core::Femtoseconds period = segments_[segment_].period_fs;
    if (rising_ && next_ < last) next_ += (last - next_) / period * period;
    while (next_ < t) advance();
}

}  // namespace niclab::probe
