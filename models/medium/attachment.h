/// @file  A station's place on a cable: its oscillator, the clock of what it receives, the wires of a MAC, and a transceiver on them.
#pragma once

#include "medium/transceiver.h"

namespace niclab::medium {

/// What is in it has the names of its module's members.
struct Attachment {
    /// `at_m` metres along the cable; an edge of its clocks each `period` fs, its own from `phase` on.
    Attachment(Segment& cable, double at_m, core::Femtoseconds period, core::Femtoseconds phase,
               const TransceiverConfig& config = {})
        : txc("txc", {period, phase, false}),
          rxc("rxc", {period, 0, false}),
          transceiver("transceiver", txc, rxc, cable, at_m, config) {
        transceiver.pins.bind(wires);
    }

    core::Clock txc, rxc;
    ether::MacPins<core::Net> wires;
    Transceiver transceiver;
};

}  // namespace niclab::medium
