/// @file  A logic analyzer: samples its channels on a clock or on its own time base, follows a trigger program, and
///        stores what the program lets through until its memory is full.
///
/// Source:     HP 1663A as Dollas et al. used it (section 3.1): state mode on a PCI clock, timing mode, 34 channels,
///             8K words, time tags. Passive.
/// Timing:     takes the value just before the clock edge; what other clocks launch it sees at its next sample. Time
///             tags are rounded down to the resolution.
/// Ambiguous:  a full memory ends the acquisition (*assumed*).
#pragma once

#include <functional>
#include <systemc>

#include "probe/analyzer/analyzer_feed.h"

namespace niclab::probe {

struct AnalyzerConfig {
    std::string clock;                 ///< State mode: full name of a clock.
    core::Femtoseconds period_fs = 0;  ///< Not 0: timing mode, 4 ns at least.
    core::Femtoseconds phase_fs = 0;   ///< Timing mode: of the first sample.
    core::Femtoseconds tag_resolution_fs = 8'000'000;
    std::size_t depth = 8192;  ///< Words; 0: no limit.
    unsigned listings = 1;     ///< Acquisitions whose words are kept; of all others only the marks.
    std::vector<AnalyzerChannel> channels;
    TriggerProgram program;
};

/// What happened between arming and completion.
struct Acquisition {
    struct Word {
        core::Femtoseconds at;
        Sample sample;
        std::uint8_t state;
        bool ends;  ///< It ended that state.
    };
    /// When a state ended; for a window when its opener was seen, `matched` is when the pattern was.
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
    /// `feed` and `config` must outlive the analyzer; `clock` is the one the configuration names, or nullptr.
    Analyzer(sc_core::sc_module_name name, const AnalyzerConfig& config, const AnalyzerFeed& feed, core::Clock* clock);

    /// A state has ended, with the time of the sample that ended it. May be empty.
    std::function<void(std::size_t state, core::Femtoseconds at)> ended;

    /// From software, at `at`: a new acquisition begins with the next sample.
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
