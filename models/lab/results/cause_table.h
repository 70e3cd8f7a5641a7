/// @file The table of causes on the screen of a run: where packets spent their time, from driver to
/// driver.
///
/// Behaviour: one or two directions have a column each, with the mean, the range and the largest
///   causes. Of more directions each has a row with its largest cause.
#pragma once

#include <string>
#include <vector>

#include "lab/results/attribution_report.h"
#include "lab/results/brief.h"

namespace niclab::lab {

inline constexpr std::size_t kMostCauseColumns = 2;  ///< Directions in one table.

struct DirectionTimes {
    std::string words;  ///< Of the direction.
    const DirectionChains* chains;
    std::vector<Share> shares;
    double mean_us() const { return chains->driver_to_driver().avg(); }
};

/// Of the directions in which packets arrived, or of the one with this name.
std::vector<DirectionTimes> direction_times(const AttributionReport& report, const std::string& direction = "");
/// "a, b and c".
std::string joined(const std::vector<std::string>& all);
/// Without directions it has no rows.
BriefTable cause_table(std::vector<DirectionTimes> all);

}  // namespace niclab::lab
