#include "lab/experiment/segment_keys.h"

#include <algorithm>

namespace niclab::lab {

/// The stations are read last, so that a misspelt key of the segment is reported first.
SegmentLine read_segment_line(core::ConfigTable& segment, const StationNumber& number_of) {
    SegmentLine line;
    const std::string kind = segment.choice("kind", "coax", {"coax", "repeater"},
                                            "Topology: a coax cable with taps, or a repeater with one cable per host.");
    line.kind = kind == "coax" ? SegmentKind::Coax : SegmentKind::Repeater;
    line.ns_per_m = segment.number("ns_per_m", line.ns_per_m, 3.34, 10,
                                   "Propagation delay of the cables in ns/m: 4.33 for 10BASE5, 5.14 for 10BASE2.");
    for (auto& [name, t] : segment.list("stations", "station")) {
        const std::size_t number =
            number_of(t, t.text("host", "", "Host of this station; with hosts that have a TCP also \"SWITCH:PORT\"."));
        const auto same = [number](const SegmentLine::Station& other) { return other.number == number; };
        if (std::any_of(line.stations.begin(), line.stations.end(), same))
            throw t.error("host", "a second station of this host", "one station per host");
        const double at_m = t.length_m(
            "at", 0, 0, 10'000,
            "Position of the station, from the end of the cable. With a repeater: length of the station's cable.");
        t.done();
        line.stations.push_back({number, at_m});
    }
    segment.done();
    return line;
}

}  // namespace niclab::lab
