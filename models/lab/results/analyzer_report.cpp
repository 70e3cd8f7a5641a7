#include "lab/results/analyzer_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/count_of.h"
#include "core/output_file.h"

namespace niclab::lab {

nlohmann::ordered_json to_json(const AnalyzerReport& r) {
    const auto rounded = [](double us) { return std::round(us * 1e6) / 1e6; };
    nlohmann::ordered_json j{{"preset", r.preset}, {"acquisitions", r.acquisitions}, {"complete", r.complete}};
    j["memory_full_in_state"] = nlohmann::ordered_json::object();
    for (const auto& [state, n] : r.overflowed) j["memory_full_in_state"][state] = n;
    j["intervals"] = nlohmann::ordered_json::array();
    for (const auto& [name, s] : r.intervals)
        j["intervals"].push_back({{"name", name},
                                  {"unit", "us"},
                                  {"count", s.count()},
                                  {"min", rounded(s.min())},
                                  {"avg", rounded(s.avg())},
                                  {"max", rounded(s.max())},
                                  {"p50", rounded(s.percentile(50))},
                                  {"p99", rounded(s.percentile(99))}});
    return j;
}

std::string analyzer_text(const AnalyzerReport& r) {
    if (!r.on) return "";
    std::string text = fmt::format("\nanalyzer {}: {}, {} complete\n", r.preset,
                                   base::count_of(r.acquisitions, "acquisition"), r.complete);
    for (const auto& [state, n] : r.overflowed)
        text += fmt::format("  its memory was full in state {} in {} of them, before the end\n", state, n);
    for (const auto& [name, s] : r.intervals)
        text += fmt::format("  {:<36}{:>6}{:>11.3f}{:>11.3f}{:>11.3f}{:>11.3f}{:>11.3f}\n", name, s.count(), s.min(),
                            s.avg(), s.max(), s.percentile(50), s.percentile(99));
    return text;
}

void write_analyzer(const AnalyzerReport& r, const std::string& folder) {
    if (!r.on) return;
    core::write_file(folder + "/analyzer.txt", r.listing);
    core::write_file(folder + "/analyzer.csv", r.csv);
    core::write_file(folder + "/analyzer.vcd", r.vcd);
}

}  // namespace niclab::lab
