/// @file Runs experiments with a simulation for each run: hosts with a TCP, or MACs on an Ethernet
/// segment.
#pragma once

#include "lab/results/segment_results.h"
#include "lab/results/traffic_results.h"
#include "lab/run/runner.h"

namespace niclab::lab {

/// Simulates. A capture is of `pcap_host`. Without a name it is of the first flow's sender, on a
/// segment of all hosts. Throws core::ConfigError for an output that cannot be written.
TrafficResults run_hosts(const Traffic& traffic, const RunOptions& options);
/// One call per process.
SegmentResults run_hosts(const SegmentExperiment& experiment, const RunOptions& options);

}  // namespace niclab::lab
