/// @file The parts of a bench that have signals: cards, and MACs without a card. Such MACs are those
/// of coarse cards, of ports of switches, and of the stations of a segment.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/clock.h"
#include "ether/pins.h"
#include "ether/rules.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

/// A MAC at signal level of no card.
struct SingleMac {
    std::string name;  ///< "a", or "switch:1".
    core::Clock &txc, &rxc;
    ether::MacPins<core::Net>& wires;
    unsigned width = 1;
    bool full_duplex = false;
    unsigned most_octets = ether::kMaxOctets;  ///< Of a frame.

    /// The same as a name of a module or of a scope in a waveform: "a", or "switch_port1".
    std::string module() const {
        const std::size_t port = name.find(':');
        return port == std::string::npos ? name : name.substr(0, port) + "_port" + name.substr(port + 1);
    }
};

struct ObservedParts {
    std::vector<const End*> ends;  ///< Cards in hosts with a TCP.
    std::vector<SingleMac> macs;
};

}  // namespace niclab::lab
