/// @file What depends on the rate of a cable, 10, 100 or 1000 Mb/s: the clocks and transceivers of its
/// stations, and the rules for their pins.
#pragma once

#include <string>

#include "check/csma_checker.h"
#include "core/time.h"
#include "medium/transceiver.h"

namespace niclab::linux_kernel {

inline constexpr unsigned kJumboOctets = 16384;  ///< The longest frame of a card of 1000 Mb/s.

/// Data wires of a MAC's pins: seven-wire, MII or GMII; and the period of their clock.
inline unsigned width_of(unsigned mbps) { return mbps == 1000 ? 8 : mbps == 100 ? 4 : 1; }
/// At 1000 Mb/s there is full duplex only.
inline bool is_full_duplex(unsigned mbps) { return mbps == 1000; }
inline core::Femtoseconds clock_of(unsigned mbps) { return 1'000'000'000 / mbps * width_of(mbps); }
/// Phase of a station's oscillator: those of two stations are independent.
inline core::Femtoseconds phase_of(unsigned mbps, bool second) { return clock_of(mbps) * (second ? 37 : 11) / 100; }

/// Full duplex uses a pair of wires per direction, so that no station receives its own signal.
inline medium::SegmentConfig cable_of(unsigned mbps) {
    medium::SegmentConfig c;
    c.echo = !is_full_duplex(mbps);
    return c;
}

/// There is no SQE test at 100 Mb/s.
inline medium::TransceiverConfig transceiver_of(unsigned mbps) {
    medium::TransceiverConfig c;
    c.sqe_test = mbps == 10, c.full_duplex = is_full_duplex(mbps);
    return c;
}

/// Of the pins of the station `name`.
inline check::CsmaConfig csma_of(const std::string& name, unsigned mbps) {
    check::CsmaConfig c;
    c.bus = name + ".mac";
    c.width = width_of(mbps);
    c.sqe_test = mbps == 10, c.full_duplex = is_full_duplex(mbps);
    if (mbps == 1000) c.limits.most_octets = kJumboOctets;
    return c;
}

}  // namespace niclab::linux_kernel
