/// @file The logic analyzer of an experiment: table [analyzer].
///
/// Format: channels have labels. Patterns refer to labels, as in "TSOC=1 DATA=F4H" (hexadecimal
///   with H, binary with B and x for don't care, 0, 1, rise, fall). States are listed in `order`.
///   Each searches for a pattern (`find`, with `count`, or `after` and `within`), waits for samples
///   (`wait`), or is the last.
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
    std::string arm;  ///< The host that arms it at each call of its program; empty: armed once, at the start of each
                      ///< run.
    probe::AnalyzerConfig config;
    std::vector<Interval> intervals;
};

/// Names that the table may use, and the default of `clock`.
struct AnalyzerNames {
    std::vector<std::string> hosts;
    std::string clock = "pci.CLK";  ///< Of the first host.
};
/// Throws core::ConfigError.
AnalyzerSetup read_analyzer(core::ConfigTable table, const AnalyzerNames& names);

/// A trigger that opens and closes a waveform's window: a file with the keys of [analyzer] and the
/// names of two states.
struct VcdTriggerSetup {
    AnalyzerSetup analyzer;
    std::size_t start = 0, stop = 0;  ///< States; the window is between their ends.
};
/// Throws core::ConfigError.
VcdTriggerSetup read_vcd_trigger(const std::string& path, const AnalyzerNames& names);

/// A pattern of channels, in the syntax of [analyzer.patterns]. Throws core::ConfigError at `key`
/// of `table`.
probe::TriggerPattern parse_pattern(const std::string& text, const std::vector<probe::AnalyzerChannel>& channels,
                                    const core::ConfigTable& table, const std::string& key);

}  // namespace niclab::lab
