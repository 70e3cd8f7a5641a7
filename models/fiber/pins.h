/// @file  The optical line as octets: what a transmitter launches in each octet time.
#pragma once

#include <cstdint>
#include <string>

#include "core/pins.h"

namespace niclab::fiber {

/// One direction of the line, transmitter (Source) to receiver (Sink).
template <class Role>
struct LinePins {
    /// `side` keeps the names of two bundles of one module apart.
    explicit LinePins(const std::string& side) : octet((side + "_octet").c_str()), frame((side + "_frame").c_str()) {}
    typename Role::template Down<std::uint8_t> octet;  ///< Scrambled, bit 7 is first on the line.
    typename Role::template Down<bool>
        frame;  ///< With the first A1. For waveforms: a receiver must find frames itself.
    template <class Other>
    void bind(LinePins<Other>& to) {
        octet(to.octet), frame(to.frame);
    }
};

}  // namespace niclab::fiber
