/// @file  The logic analyzer of an experiment: table [analyzer].
///
/// Channels have labels; patterns are made of labels, as in "TSOC=1 DATA=F4H" (hexadecimal with H, binary with B and x
/// for don't care, 0, 1, rise, fall); states stand in `order`, each looks for a pattern (`find`, with `count`, or
/// `after` and `within`), waits for samples (`wait`), or is the last.
#pragma once

#include "core/config.h"
#include "probe/analyzer/analyzer.h"

namespace niclab::lab {

struct AnalyzerSetup {
    struct Interval {
        std::string name;
        std::size_t from, to;  ///< States.
    };
    bool on = false;
    std::string preset;
    unsigned most_channels = 0;  ///< 0: no limit.
    std::string arm;  ///< Host at each call of whose program it is armed; empty: once, at the start of each run.
    probe::AnalyzerConfig config;
    std::vector<Interval> intervals;
};

/// `hosts`: their names, which the table may use. Throws core::ConfigError.
AnalyzerSetup read_analyzer(core::ConfigTable table, const std::vector<std::string>& hosts);

/// A trigger that opens and closes a waveform's window: a file with the keys of [analyzer] and the names of two states.
struct VcdTriggerSetup {
    AnalyzerSetup analyzer;
    std::size_t start = 0, stop = 0;  ///< States; the window is between their ends.
};
/// `hosts`: their names. Throws core::ConfigError.
VcdTriggerSetup read_vcd_trigger(const std::string& path, const std::vector<std::string>& hosts);

/// A pattern over channels, as [analyzer.patterns] has it. Throws core::ConfigError at `key` of `table`.
probe::TriggerPattern parse_pattern(const std::string& text, const std::vector<probe::AnalyzerChannel>& channels,
                                    const core::ConfigTable& table, const std::string& key);

}  // namespace niclab::lab
