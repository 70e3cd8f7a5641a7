#include "lab/results/run_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/json_text.h"
#include "core/output_file.h"

namespace niclab::lab {

using nlohmann::ordered_json;

std::string version() { return NICLAB_VERSION; }

void RunHead::describe(const Experiment& e, const std::string& level_name) {
    experiment = e.name, version = lab::version(), level = level_name, seed = e.seed;
    config = e.config, remarks = e.remarks;
    provenance.changed = e.changed, provenance.inputs = e.inputs, provenance.identity = identity(e);
}

std::string RunHead::opening() const { return (partial ? "PARTIAL: " : "") + changes(provenance.changed); }

std::vector<std::string> RunHead::messages() const {
    std::vector<std::string> all;
    for (const std::string& remark : remarks) all.push_back("Note: " + remark);
    all.insert(all.end(), notes.begin(), notes.end());
    return all;
}

std::uint64_t RunHead::violations() const {
    std::uint64_t sum = 0;
    for (const auto& [name, check] : checks) sum += check.violations_seen;
    return sum;
}

ordered_json to_json(const Checks& checks) {
    ordered_json all = ordered_json::object();
    for (const auto& [name, c] : checks) {
        ordered_json violations = ordered_json::array();
        for (const Violation& v : c.violations)
            violations.push_back({{"rule", v.rule}, {"time_ns", v.time_ns}, {"where", v.where}, {"what", v.what}});
        all[name] = {{"checked", c.checked}, {"violations_seen", c.violations_seen}, {"violations", violations}};
    }
    return all;
}

std::string check_line(const Checks& checks) {
    if (checks.empty()) return "";
    std::string text = "checks:";
    for (const auto& [name, check] : checks)
        text += fmt::format(" {} {}", name,
                            check.violations_seen == 0 ? fmt::format("ok ({})", check.checked)
                                                       : fmt::format("{} VIOLATIONS", check.violations_seen));
    text += "\n";
    for (const auto& [name, check] : checks)
        for (std::size_t i = 0; i < check.violations.size() && i < 5; ++i)
            text +=
                fmt::format("  {} {} at {:.3f} us: {}: {}\n", name, check.violations[i].rule,
                            check.violations[i].time_ns * 1e-3, check.violations[i].where, check.violations[i].what);
    return text;
}

ordered_json head_json(const RunHead& head) {
    ordered_json j{{"schema_version", kSchemaVersion}, {"niclab", head.version}, {"experiment", head.experiment}};
    if (!head.level.empty()) j["level"] = head.level;
    j["seed"] = head.seed, j["runs"] = head.runs, j["partial"] = head.partial;
    return j;
}

void write_head(const ordered_json& results, const std::string& folder, const std::string& summary) {
    core::make_folder(folder);
    core::write_file(folder + "/results.json", core::json_lines(results));
    core::write_file(folder + "/summary.txt", summary);
}

double jain(const std::vector<double>& values, double none) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value, squares += value * value;
    return squares > 0 ? sum * sum / (double(values.size()) * squares) : none;
}

double percentile_us(std::vector<base::Femtoseconds> times, double percent) {
    if (times.empty()) return 0;
    const auto rank = times.begin() + std::ptrdiff_t(percent / 100 * double(times.size() - 1) + 0.5);
    std::nth_element(times.begin(), rank, times.end());
    return base::to_us(*rank);
}

}  // namespace niclab::lab
