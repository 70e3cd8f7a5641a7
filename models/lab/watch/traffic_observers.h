/// @file The observers of one run of hosts with a TCP that have signals: those of the signals, and the
/// paths of packets.
#pragma once

#include "lab/bench/traffic_bench.h"
#include "lab/results/traffic_results.h"
#include "lab/watch/cell_paths.h"
#include "lab/watch/frame_paths.h"
#include "lab/watch/net_paths.h"
#include "lab/watch/signal_observers.h"

namespace niclab::lab {

class TrafficObservers {
public:
    /// Adds to `results`, which must outlive the bench. Throws core::ConfigError.
    TrafficObservers(const Traffic& traffic, TrafficBench& bench, unsigned run, const RunOptions& options,
                     TrafficResults& results);
    /// The cards are initialised.
    void begin() { signals_.begin(); }
    /// Completes the files, and adds what was observed to the results.
    void finish();

private:
    TrafficResults& results_;
    SignalObservers signals_;
    FramePaths paths_;
    std::unique_ptr<CellPaths> cell_paths_;  ///< Both are nullptr unless requested.
    std::unique_ptr<NetPaths> net_paths_;
};

}  // namespace niclab::lab
