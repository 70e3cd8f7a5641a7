/// @file The output of a logic analyzer: the state listing, a waveform of its memory, its marks.
#pragma once

#include <string>
#include <vector>

#include "core/column.h"
#include "probe/analyzer/analyzer.h"

namespace niclab::probe {

/// Text with one line per word: its time since the first mark, the channels, and the state that it
/// ended.
std::string state_listing(const Acquisition& acquisition, const AnalyzerConfig& config);
/// The memory as a VCD of the channels and the state; values between two words are unknown.
std::string memory_vcd(const Acquisition& acquisition, const AnalyzerConfig& config);
/// Of analyzer.csv.
core::Columns mark_columns();
/// All marks as CSV.
std::string marks_csv(const std::vector<Acquisition>& acquisitions, const AnalyzerConfig& config);

}  // namespace niclab::probe
