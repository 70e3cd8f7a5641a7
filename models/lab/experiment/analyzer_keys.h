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
    enum class Arm {
        Client,  ///< At each call of the client's program.
        Server,  ///< At each call of the server's.
        Start    ///< Once, at the start of each run.
    };
    struct Interval {
        std::string name;
        std::size_t from, to;  ///< States.
    };
    bool on = false;
    std::string preset;
    unsigned most_channels = 0;  ///< 0: no limit.
    Arm arm = Arm::Client;
    probe::AnalyzerConfig config;
    std::vector<Interval> intervals;
};

/// Throws core::ConfigError.
AnalyzerSetup read_analyzer(core::ConfigTable table);

/// A trigger that opens and closes a waveform's window: a file with the keys of [analyzer] and the names of two states.
struct VcdTriggerSetup {
    AnalyzerSetup analyzer;
    std::size_t start = 0, stop = 0;  ///< States; the window is between their ends.
};
/// Throws core::ConfigError.
VcdTriggerSetup read_vcd_trigger(const std::string& path);

/// A pattern over channels, as [analyzer.patterns] has it. Throws core::ConfigError at `key` of `table`.
probe::TriggerPattern parse_pattern(const std::string& text, const std::vector<probe::AnalyzerChannel>& channels,
                                    const core::ConfigTable& table, const std::string& key);

}  // namespace niclab::lab
