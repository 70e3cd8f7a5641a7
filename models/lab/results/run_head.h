/// @file What the results of every run have: what was run, what was checked, and messages for the
/// reader.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/time.h"
#include "lab/results/analyzer_report.h"
#include "lab/results/provenance.h"
#include "lab/results/run_means.h"

namespace niclab::lab {

inline constexpr int kSchemaVersion = 2;

/// niclab's version.
std::string version();

struct Violation {
    std::string rule, where, what;
    double time_ns = 0;
};

/// One checker's result over the whole run.
struct Check {
    std::uint64_t checked = 0;          ///< Number of checked transactions, cells, frames or PDUs.
    std::uint64_t violations_seen = 0;  ///< All of them; `violations` has the first few of each rule.
    std::vector<Violation> violations;
    void add(Violation violation) {
        ++violations_seen;
        violations.push_back(std::move(violation));
    }
    /// Of another run.
    void add(const Check& o) {
        checked += o.checked, violations_seen += o.violations_seen;
        violations.insert(violations.end(), o.violations.begin(), o.violations.end());
    }
};
using Checks = std::map<std::string, Check>;  ///< By the name of the checker.
nlohmann::ordered_json to_json(const Checks& checks);
/// The numbers of checked items, and the first violations; empty: nothing was checked.
std::string check_line(const Checks& checks);

struct RunHead {
    std::string experiment, version;
    std::string level;  ///< Empty: cards and their drivers alone.
    std::uint64_t seed = 0;
    unsigned runs = 0;  ///< Completed.
    bool partial = false;
    double observed_us = 0;            ///< Simulated time of the run with a waveform: the first one.
    std::vector<std::string> remarks;  ///< Settings of the experiment that are allowed but may be unexpected.
    std::vector<std::string> notes;    ///< Messages for the reader: what was cut short and why.
    RunMeans means;
    Checks checks;            ///< Empty: nothing was checked.
    AnalyzerReport analyzer;  ///< Of the first run.
    core::JsonValue config;
    Provenance provenance;

    void describe(const Experiment& experiment, const std::string& level_name = "");
    /// What precedes the first sentence of an answer: that it is of a part, and the changes of the run.
    std::string opening() const;
    /// Remarks and notes as sentences.
    std::vector<std::string> messages() const;
    /// Of all checkers.
    std::uint64_t violations() const;
};

/// The first keys of results.json, up to `partial`.
nlohmann::ordered_json head_json(const RunHead& head);
/// Writes results.json and summary.txt into `folder`, which is created.
void write_head(const nlohmann::ordered_json& results, const std::string& folder, const std::string& summary);

/// Jain's index: 1 if all values are equal; `none` if all are 0.
double jain(const std::vector<double>& values, double none);
/// Of times in any order; 0 without times.
double percentile_us(std::vector<base::Femtoseconds> times, double percent);

}  // namespace niclab::lab
