/// @file  A waveform of the first packet the client sends: from its descriptors in memory to its first cell in the
///        other's memory.
#pragma once

#include "probe/pdu_tracker.h"
#include "system/signals.h"

namespace niclab::system {

class FirstPacketWaves {
public:
    /// To be made after `tracker` listens to the bench.
    FirstPacketWaves(Bench& bench, const probe::PduTracker& tracker, const std::string& path);
    void finish() { waves_.finish(); }

private:
    Waves waves_;
};

}  // namespace niclab::system
