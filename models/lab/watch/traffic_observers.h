/// @file The observers of the signals in one run of hosts with a TCP.
///
/// Behaviour: the paths of packets and, unless they are turned off, checkers observe every run. A
///   waveform, its trigger and a logic analyzer observe the first one.
#pragma once

#include <memory>

#include "lab/bench/traffic_bench.h"
#include "lab/results/traffic_results.h"
#include "lab/run/runner.h"
#include "lab/watch/analyzer.h"
#include "lab/watch/checkers.h"
#include "lab/watch/frame_paths.h"
#include "lab/watch/signals.h"

namespace niclab::lab {

class TrafficObservers {
public:
    /// The level at which the observers of a run need buses and lines.
    static LinkLevel link_level(const Traffic& traffic, unsigned run, const RunOptions& options);

    /// Of `options` the checkers and the waveform are used: file, window, trigger and signals. Adds
    /// to `results`, which must outlive the bench. Throws core::ConfigError.
    TrafficObservers(const Traffic& traffic, TrafficBench& bench, unsigned run, const RunOptions& options,
                     TrafficResults& results);
    /// The cards are initialised.
    void begin();
    /// Completes the files, and adds what was observed to the results.
    void finish();

private:
    void check_lines(bool check, bool signal_level);
    void add_checks();

    TrafficBench& bench_;
    TrafficResults& results_;
    std::unique_ptr<Checkers> checkers_;
    FramePaths paths_;
    std::unique_ptr<Waves> waves_;
    VcdTriggerSetup trigger_setup_;
    std::unique_ptr<BenchAnalyzer> trigger_, analyzer_;
};

}  // namespace niclab::lab
