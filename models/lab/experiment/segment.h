/// @file  An experiment on one Ethernet segment as plain structs: hosts that are a MAC each, a cable or a repeater, flows of frames.
#pragma once

#include "base/time.h"
#include "ether/rules.h"
#include "lab/experiment/experiment.h"
#include "medium/transceiver.h"

namespace niclab::lab {

using base::Femtoseconds;

struct SegmentHost {
    std::string name;
    double at_m = 0;                             ///< From the cable's end; at a repeater: length of its own cable.
    Femtoseconds bit = 100 * base::kNanosecond;  ///< Of its oscillator.
    ether::MacRules rules;
    medium::TransceiverConfig transceiver;
};

struct SegmentFlow {
    enum class Kind {
        Saturated,  ///< There is always a frame to send.
        Periodic,
        Poisson,
    };
    std::string name, kind_name;
    Kind kind = Kind::Saturated;
    std::size_t from = 0, to = 0;  ///< Hosts.
    std::vector<unsigned> sizes;   ///< Octets with FCS, in turn.
    std::uint64_t count = 0;       ///< 0: until the time is over.
    Femtoseconds interval = 0, start = 0;
    std::uint64_t queue = 0;  ///< Frames that may wait in the host.
};

struct SegmentExperiment {
    enum class Kind { Coax, Repeater };
    Experiment common;  ///< Name, seed, resolved keys and where they come from; no hosts.
    Femtoseconds duration = 0;
    Kind kind = Kind::Coax;
    double ns_per_m = 4.33;
    std::vector<SegmentHost> hosts;
    std::vector<SegmentFlow> flows;
};

/// Reads and checks it. Throws core::ConfigError.
SegmentExperiment read_segment(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
