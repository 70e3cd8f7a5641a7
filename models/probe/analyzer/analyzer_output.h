/// @file  What a logic analyzer shows: the state listing, a waveform of its memory, its marks.
#pragma once

#include <string>
#include <vector>

#include "core/column.h"
#include "probe/analyzer/analyzer.h"

namespace niclab::probe {

/// Text: one line a word with its time since the first mark, the channels, and the state it ended.
std::string state_listing(const Acquisition& acquisition, const AnalyzerConfig& config);
/// The memory as a VCD of the channels and the state; nothing is known between two words.
std::string memory_vcd(const Acquisition& acquisition, const AnalyzerConfig& config);
/// Of analyzer.csv.
core::Columns mark_columns();
/// CSV of all marks.
std::string marks_csv(const std::vector<Acquisition>& acquisitions, const AnalyzerConfig& config);

}  // namespace niclab::probe
