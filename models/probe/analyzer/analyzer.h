/// @file A logic analyzer: it samples its channels on a clock or on its own time base, executes a
/// trigger program, and stores the selected samples until its memory is full.
///
/// Source: HP 1663A as Dollas et al. used it (section 3.1): state mode on a PCI clock, timing mode,
///   34 channels, 8K words, time tags. Passive.
/// Timing: a sample is the value just before the clock edge; levels launched by other clocks are
///   seen at the next sample. Time tags are rounded down to the resolution.
/// Assumed: a full memory ends the acquisition (*assumed*).
#pragma once

#include <functional>
#include <systemc>

#include "probe/analyzer/analyzer_feed.h"

namespace niclab::probe {

struct AnalyzerConfig {
    std::string clock;                 ///< State mode: full name of a clock.
    core::Femtoseconds period_fs = 0;  ///< Not 0: timing mode, at least 4 ns.
    core::Femtoseconds phase_fs = 0;   ///< Timing mode: time of the first sample.
    core::Femtoseconds tag_resolution_fs = 8'000'000;
    std::size_t depth = 8192;  ///< Words; 0: no limit.
    unsigned listings = 1;     ///< Acquisitions with stored words; for all others only the marks are stored.
    std::vector<AnalyzerChannel> channels;
    TriggerProgram program;
};

/// The events between arming and completion.
struct Acquisition {
    struct Word {
        core::Femtoseconds at;
        Sample sample;
        std::uint8_t state;
        bool ends;  ///< The sample ended that state.
    };
    /// The end of a state; for a window the time of its opener, and `matched` is that of the
    /// pattern.
    struct Mark {
        std::size_t state;
        core::Femtoseconds at, matched;
    };
    core::Femtoseconds armed = 0;
    std::vector<Word> words;
    std::vector<Mark> marks;
    std::size_t stored = 0;
    bool complete = false, overflowed = false;
    std::size_t last_state = 0;

    /// The mark of a state, or nullptr.
    const Mark* mark(std::size_t state) const;
};

class Analyzer : public sc_core::sc_module {
public:
    /// `feed` and `config` must outlive the analyzer; `clock` is the clock that the configuration
    /// names, or nullptr.
    Analyzer(sc_core::sc_module_name name, const AnalyzerConfig& config, const AnalyzerFeed& feed, core::Clock* clock);

    /// Called at the end of a state, with the time of the sample that ended it. May be empty.
    std::function<void(std::size_t state, core::Femtoseconds at)> ended;

    /// Arms the analyzer by software at `at`: a new acquisition begins with the next sample.
    void arm(core::Femtoseconds at);
    /// An acquisition is under way.
    bool busy() const { return armed_ || arming_; }
    const std::vector<Acquisition>& acquisitions() const { return acquisitions_; }

private:
    void on_sample();
    void take(core::Femtoseconds now, Sample sample);
    core::Femtoseconds tag(core::Femtoseconds t) const {
        return t / config_.tag_resolution_fs * config_.tag_resolution_fs;
    }

    const AnalyzerConfig& config_;
    const AnalyzerFeed& feed_;
    core::Clock* clock_;
    TriggerMachine machine_;
    Sample before_ = 0;
    std::size_t samples_ = 0;
    bool armed_ = false, arming_ = false;
    std::vector<Acquisition> acquisitions_;
};

}  // namespace niclab::probe
