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
    ClockWave(WaveSink::Id id, const core::Clock::Segment& first) : ids_{id}, segments_{first}, next_(first.from_fs) {
        enter(0);
    }
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
        next_ += rising_ ? high_ : low_;
        rising_ = !rising_;
        if (next_ > to_) follow_slips();
    }
    /// Skips to the first edge at or after `t`.
    void skip_to(core::Femtoseconds t);

private:
    /// A slip moves a future edge.
    void follow_slips();
    void enter(std::size_t segment);

    std::vector<WaveSink::Id> ids_;
    Segments segments_;
    std::size_t segment_ = 0;
    core::Femtoseconds next_;
    core::Femtoseconds high_ = 0, low_ = 0, to_ = 0;  ///< Of the present grid: halves of its period, and its end.
    bool rising_ = true;
};

}  // namespace niclab::probe
