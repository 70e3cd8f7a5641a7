/// @file The parts of a bench that have signals: cards, and MACs without a card. Such MACs are those
/// of coarse cards, of ports of switches, and of the stations of a segment.
#pragma once

#include <vector>

#include "lab/bench/bench.h"
#include "lab/bench/cable_mac.h"

namespace niclab::lab {

struct ObservedParts {
    std::vector<const End*> ends;  ///< Cards in hosts with a TCP.
    std::vector<SingleMac> macs;
};

}  // namespace niclab::lab
