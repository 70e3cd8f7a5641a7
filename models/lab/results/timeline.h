/// @file  A run for Perfetto: where each packet was, and how full the FIFOs were.
///
/// Source:  Chrome's trace event format. Slices of one track may not overlap there, so a place that has several packets
///          at a time gets a lane for each; arrows lead from the sending program over the line to the receiving one.
#pragma once

#include <string>
#include <vector>

#include "lab/results/attribution_report.h"
#include "lab/results/occupancy.h"

namespace niclab::lab {

/// A process a direction with a track a place, an asynchronous slice a PDU; a process a host with a counter a FIFO.
std::string timeline_json(const AttributionReport& report, const std::vector<FifoOccupancy>& fifos);

}  // namespace niclab::lab
