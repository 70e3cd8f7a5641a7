/// @file Runs an experiment on an Ethernet segment, with every MAC at signal level.
#pragma once

#include "lab/results/segment_results.h"
#include "lab/run/runner.h"

namespace niclab::lab {

/// Simulates. A capture is of the frames of `pcap_host`, or of all hosts. Throws core::ConfigError for
/// an output that cannot be written. One call per process.
SegmentResults run_segment(const SegmentExperiment& experiment, const RunOptions& options);

}  // namespace niclab::lab
