/// @file A waveform of the first packet of the first flow: from its descriptors in memory until the
/// other's driver has received it.
#pragma once

#include <algorithm>

#include "lab/watch/observation_window.h"
#include "lab/watch/signals.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class FirstPacketWaves {
public:
    /// To be constructed after `tracker` is connected to the bench.
    FirstPacketWaves(Bench& bench, const probe::PduTracker& tracker, const std::string& path);
    void finish() { waves_.finish(); }
    probe::WaveWriter& writer() { return waves_.writer(); }
    void check_output() const { waves_.check_output(); }
    /// Earliest time of its posting.
    void expect(core::Femtoseconds at) { begins_ = std::min(begins_, at); }
    ObservationWindow observation_window() const {
        return {waves_.signal_groups(), begins_, waves_.writer().window_end()};
    }

private:
    core::Femtoseconds begins_ = ~core::Femtoseconds{0};
    Waves waves_;
};

}  // namespace niclab::lab
