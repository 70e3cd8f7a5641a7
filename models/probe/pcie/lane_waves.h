/// @file The symbols of a link as waveforms: one signal per lane and direction.
///
/// Behaviour: bits 7 to 0 are the octet, bit 8 is set for a special symbol (K). Between packets a
///   lane has logical idle, which is 0.
#pragma once

#include <deque>
#include <vector>

#include "pcie/slot/board.h"
#include "probe/wave/wave_sink.h"

namespace niclab::probe {

class LaneWaves : public sc_core::sc_module {
public:
    /// `scope`: "a.pcie". The link is at signal level if a lane is wanted.
    LaneWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, pcie::Board& board);

private:
    struct Change {
        core::Femtoseconds at;
        WaveSink::Id id;
        unsigned value;
    };
    /// Of one direction, in the order of time.
    struct Direction {
        std::vector<WaveSink::Id> ids;
        std::deque<Change> changes;
    };
    void follow(Direction& direction, pcie::SignalLine& line);
    static void add(Direction& direction, const pcie::SignalLine& line, const pcie::SignalLine::Sent& sent);
    void report();
    void arm();

    WaveSink& sink_;
    Direction up_, down_;
    sc_core::sc_event due_;
};

}  // namespace niclab::probe
