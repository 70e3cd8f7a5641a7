/// @file The logic analyzer on the bench: its probes on the signals, its arming, its measurements.
#pragma once

#include <memory>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/results/results.h"
#include "lab/watch/observation_window.h"
#include "lab/watch/signals.h"
#include "probe/analyzer/analyzer.h"
#include "probe/wave/wave_writer.h"

namespace niclab::lab {

class BenchAnalyzer {
public:
    /// Throws core::ConfigError: a channel or the clock names no signal. `name`: of its modules,
    /// and of its keys in errors.
    BenchAnalyzer(Bench& bench, const AnalyzerSetup& setup, std::uint64_t seed, const std::string& name = "analyzer");

    void begin_run();
    /// A run begins at `at`.
    void expect(core::Femtoseconds at) { begins_ = at; }
    /// The observation window, while an acquisition is under way, or may begin.
    ObservationWindow observation_window() const;
    /// Armed once, it opens and closes a waveform's window at the ends of two states.
    void control(probe::WaveWriter& vcd, std::size_t start, std::size_t stop);
    AnalyzerReport report() const;

private:
    const AnalyzerSetup& setup_;
    probe::AnalyzerConfig config_;
    probe::AnalyzerFeed feed_;
    Probes probes_;
    std::unique_ptr<probe::Analyzer> analyzer_;
    core::Femtoseconds begins_ = ~core::Femtoseconds{0};  ///< Begin of the next run.
};

}  // namespace niclab::lab
