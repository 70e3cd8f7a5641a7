/// @file A station's attachment to a cable: its oscillator, the clock of the received data, the
/// wires of a MAC, and a transceiver.
#pragma once

#include "medium/transceiver.h"

namespace niclab::medium {

/// The members appear under these names in the enclosing module.
struct Attachment {
    /// At `at_m` metres of the cable. The clocks have the period `period` in fs; the first edge of
    /// the own clock is at `phase`.
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
