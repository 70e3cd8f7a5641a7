/// @file  A waveform of the first packet of the first flow: from its descriptors in memory until the other's
///        driver has it.
#pragma once

#include "lab/watch/signals.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::lab {

class FirstPacketWaves {
public:
    /// To be made after `tracker` listens to the bench.
    FirstPacketWaves(Bench& bench, const probe::PduTracker& tracker, const std::string& path);
    void finish() { waves_.finish(); }
    void check_output() const { waves_.check_output(); }
    bool over() const { return waves_.over(); }

private:
    Waves waves_;
};

}  // namespace niclab::lab
