/// @file Runs an experiment at the coarse level: without a kernel, with one event queue per run.
#pragma once

#include "lab/results/traffic_results.h"
#include "lab/run/runner.h"

namespace niclab::lab {

/// Simulates. A capture is of the interface of `pcap_host`, or of the initiator of the first flow; a
/// waveform is of the first run. Throws core::ConfigError for an output that cannot be written.
TrafficResults run_traffic(const Traffic& traffic, const RunOptions& options);

}  // namespace niclab::lab
