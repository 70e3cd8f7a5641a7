/// @file The results of a run's logic analyzer: its measured intervals and the texts of its files.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "probe/track/stage_stats.h"

namespace niclab::lab {

struct AnalyzerReport {
    bool on = false;
    std::string preset;
    std::uint64_t acquisitions = 0, complete = 0;
    std::map<std::string, std::uint64_t>
        overflowed;  ///< Number of acquisitions that filled the memory, by their state then.
    std::vector<std::pair<std::string, probe::StageStats>> intervals;  ///< Microseconds.
    std::string listing, csv, vcd;
};

nlohmann::ordered_json to_json(const AnalyzerReport& report);
/// Lines for people.
std::string analyzer_text(const AnalyzerReport& report);
/// Writes analyzer.txt, analyzer.csv and analyzer.vcd into `folder`; nothing without an analyzer.
void write_analyzer(const AnalyzerReport& report, const std::string& folder);

}  // namespace niclab::lab
