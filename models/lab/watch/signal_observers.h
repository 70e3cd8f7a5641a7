/// @file The observers of the signals in one run with a simulation of its own: checkers, a waveform
/// with its trigger, a logic analyzer.
///
/// Behaviour: checkers observe every run. A waveform, its trigger and an analyzer observe the first
///   one.
#pragma once

#include <memory>

#include "lab/watch/analyzer.h"
#include "lab/watch/checkers.h"
#include "lab/watch/observation_window.h"
#include "lab/watch/signals.h"

namespace niclab::lab {

class SignalObservers {
public:
    /// What a run has to observe.
    struct Subject {
        ObservedParts parts;
        AnalyzerSite::Listen listen;
        const Experiment& experiment;  ///< Its analyzer and its seed.
        AnalyzerNames names;           ///< Of a trigger.
        unsigned run = 0;
    };
    /// The level at which the observers of a run need signals.
    static LinkLevel link_level(const Experiment& experiment, unsigned run, const RunOptions& options);

    /// Of `options` the waveform is used (file, window, trigger and signals), and `check`. Throws
    /// core::ConfigError.
    SignalObservers(Subject subject, const RunOptions& options);
    const Checkers& checkers() const { return *checkers_; }
    /// The observer of each single MAC; nothing if nothing is checked.
    std::vector<ether::SymbolWatch*> mac_watches() const;
    /// The time in which they need signals: the window of a waveform, or the whole run.
    ObservationWindow window() const;
    /// The hosts can send now.
    void begin();
    /// Completes the files, and adds what was observed to the results of all runs.
    void finish(RunHead& results);

private:
    const ObservedParts parts_;
    bool check_ = true;
    std::unique_ptr<Checkers> checkers_;
    std::unique_ptr<Waves> waves_;
    VcdTriggerSetup trigger_setup_;
    std::unique_ptr<BenchAnalyzer> trigger_, analyzer_;
};

}  // namespace niclab::lab
