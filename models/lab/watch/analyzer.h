/// @file The logic analyzer on the bench: its probes on the signals, its arming, its measurements.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "lab/bench/bench.h"
#include "lab/bench/observed_parts.h"
#include "lab/results/results.h"
#include "lab/watch/observation_window.h"
#include "lab/watch/signals.h"
#include "probe/analyzer/analyzer.h"
#include "probe/wave/wave_writer.h"

namespace niclab::lab {

/// The parts of a bench that an analyzer needs.
struct AnalyzerSite {
    /// Offers every signal to a sink.
    std::function<Probes(probe::WaveSink& sink, const std::string& prefix)> probe;
    std::vector<std::pair<std::string, core::Clock*>> clocks;  ///< By name, such as "a.pci.CLK".
    /// Calls `sends` for each packet that a host begins to send.
    using Listen = std::function<void(const std::string& host, std::function<void(core::Femtoseconds at)> sends)>;
    Listen listen;
    std::string signals = "one of `niclab list signals`";  ///< In errors.
};
AnalyzerSite analyzer_site(Bench& bench);
AnalyzerSite analyzer_site(const ObservedParts& parts, AnalyzerSite::Listen listen);

class BenchAnalyzer {
public:
    /// Throws core::ConfigError: a channel or the clock names no signal. `name`: of its modules,
    /// and of its keys in errors.
    BenchAnalyzer(const AnalyzerSite& site, const AnalyzerSetup& setup, std::uint64_t seed,
                  const std::string& name = "analyzer");

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
