/// @file The optical line as a sequence of octets: what a transmitter launches in each octet time.
#pragma once

#include <cstdint>
#include <string>

#include "core/pins.h"

namespace niclab::fiber {

/// The octet that a transmitter launches in an octet time, or that is on a line.
struct LineOctet {
    std::uint8_t octet = 0;  ///< Scrambled, bit 7 is first on the line.
    bool frame = false;      ///< With the first A1. For waveforms only: a receiver must find frames itself.
};

/// One direction of the line, transmitter (Source) to receiver (Sink).
template <class Role>
struct LinePins {
    /// `side` distinguishes the names of two bundles of one module.
    explicit LinePins(const std::string& side) : octet((side + "_octet").c_str()), frame((side + "_frame").c_str()) {}
    typename Role::template Down<std::uint8_t> octet;
    typename Role::template Down<bool> frame;
    template <class Other>
    void bind(LinePins<Other>& to) {
        octet(to.octet), frame(to.frame);
    }
};

}  // namespace niclab::fiber
