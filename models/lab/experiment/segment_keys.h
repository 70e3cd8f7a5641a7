/// @file The keys that segments and hosts with a TCP share: `[[segment]]`, a host that is a MAC, and
/// flows of frames between such hosts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ether/rules.h"
#include "lab/experiment/numbers.h"
#include "lab/experiment/workload.h"
#include "lab/flows/kind.h"
#include "medium/transceiver.h"

namespace niclab::lab {

using base::Femtoseconds;

/// A cable with taps, or a repeater with a cable per station.
struct SegmentLine {
    struct Station {
        std::size_t number;  ///< As the caller counts them.
        double at_m;         ///< From the cable's end; with a repeater the length of its own cable.
    };
    bool repeater = false;
    double ns_per_m = 4.33;
    std::vector<Station> stations;  ///< Each number once.
};

/// Number of the station that a name selects. Throws core::ConfigError.
using StationNumber = std::function<std::size_t(core::ConfigTable& station, const std::string& name)>;

/// Throws core::ConfigError.
SegmentLine read_segment_line(core::ConfigTable& segment, const StationNumber& number_of);

/// A MAC of 10 Mb/s with what is between it and the cable.
struct MacStation {
    Femtoseconds bit = 100 * base::kNanosecond;  ///< Of its oscillator.
    ether::MacRules rules;
    medium::TransceiverConfig transceiver;
};

/// The keys `ppm`, `mac` and `transceiver` of a host. Throws core::ConfigError.
MacStation read_mac_station(core::ConfigTable& host);

struct SegmentFlow {
    std::string name;
    const flows::Kind* kind = nullptr;
    std::shared_ptr<const flows::Plan> plan;
    bool replies = false;          ///< To the reads of the flow before it in the list.
    std::size_t from = 0, to = 0;  ///< Hosts.
    SizeChoice sizes;              ///< Of frames with FCS; of packets their payload.
    std::uint64_t count = 0;       ///< 0: until the time is over.
    Femtoseconds start = 0;
    std::uint64_t queue = 0;  ///< Frames that may wait in the host; not of packets.
};

/// Reads the sizes, the number and the times of the frames of `flow`, of which the kind is known.
/// `most_octets`: of a frame of the sender. Throws core::ConfigError.
void read_frames(core::ConfigTable& table, SegmentFlow& flow, flows::Between ends, unsigned most_octets,
                 const std::string& sender);
/// The same of the packets between two hosts with a TCP. `most_octets`: of the payload of one.
void read_packets(core::ConfigTable& table, SegmentFlow& flow, std::int64_t most_octets);

}  // namespace niclab::lab
