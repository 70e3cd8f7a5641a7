/// @file A timeline of a run for Perfetto: the place of each packet, and the fill levels of the
/// FIFOs.
///
/// Source: Chrome's trace event format. Slices of one track may not overlap, so a place with
///   several packets at a time gets a track for each. Arrows lead from the sending program over the
///   line to the receiving one.
#pragma once

#include <string>
#include <vector>

#include "lab/results/attribution_report.h"
#include "lab/results/occupancy.h"

namespace niclab::lab {

/// One process per direction with one track per place and one asynchronous slice per PDU; one
/// process per host with one counter per FIFO.
std::string timeline_json(const AttributionReport& report, const std::vector<FifoOccupancy>& fifos);

}  // namespace niclab::lab
