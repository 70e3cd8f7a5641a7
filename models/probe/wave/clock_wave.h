/// @file The edges of one clock in order, reconstructed from its grids.
#pragma once

#include <vector>

#include "core/clock.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class ClockWave {
public:
    using Segments = std::vector<core::Clock::Segment>;

    /// `id`: its signal. `first`: the first grid of the clock.
    ClockWave(WaveSink::Id id, const core::Clock::Segment& first) : ids_{id}, segments_{first}, next_(first.from_fs) {}
    /// Another signal with the same edges.
    void add(WaveSink::Id id) { ids_.push_back(id); }
    const std::vector<WaveSink::Id>& ids() const { return ids_; }

    /// Replaces the last grid known and adds later ones: its end is now known, or its period has
    /// changed.
    void extend(const Segments& from_last_on);
    /// The next edge.
    core::Femtoseconds next() const { return next_; }
    bool rising() const { return rising_; }
    void advance() {
        const core::Femtoseconds period = segments_[segment_].period_fs, half = period / 2;
        next_ += rising_ ? half : period - half;
        rising_ = !rising_;
        follow_slips();
    }
    /// Skips to the first edge at or after `t`.
    void skip_to(core::Femtoseconds t);

private:
    /// A slip moves a future edge.
    void follow_slips() {
        while (rising_ && segment_ + 1 < segments_.size() && next_ > segments_[segment_].to_fs)
            next_ = segments_[++segment_].from_fs;
    }

    std::vector<WaveSink::Id> ids_;
    Segments segments_;
    std::size_t segment_ = 0;
    core::Femtoseconds next_;
    bool rising_ = true;
};

}  // namespace niclab::probe
