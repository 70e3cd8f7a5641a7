/// @file The keys of `[[segment]]`: a cable with taps, or a repeater with a cable per station.
#pragma once

#include <functional>
#include <vector>

#include "core/config.h"

namespace niclab::lab {

enum class SegmentKind { Coax, Repeater };

struct SegmentLine {
    struct Station {
        std::size_t number;  ///< As the caller counts them.
        double at_m;         ///< From the cable's end; with a repeater the length of its own cable.
    };
    SegmentKind kind = SegmentKind::Coax;
    double ns_per_m = 4.33;
    std::vector<Station> stations;  ///< Each number once.
};

/// Number of the station that a name selects. Throws core::ConfigError.
using StationNumber = std::function<std::size_t(core::ConfigTable& station, const std::string& name)>;

/// Throws core::ConfigError.
SegmentLine read_segment_line(core::ConfigTable& segment, const StationNumber& number_of);

}  // namespace niclab::lab
