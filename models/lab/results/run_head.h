/// @file What the results of every run begin with: what was run, and messages for the reader.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/time.h"
#include "lab/results/provenance.h"
#include "lab/results/run_means.h"

namespace niclab::lab {

inline constexpr int kSchemaVersion = 2;

/// niclab's version.
std::string version();

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
    core::JsonValue config;
    Provenance provenance;

    void describe(const Experiment& experiment, const std::string& level_name = "");
    /// Remarks and notes as sentences.
    std::vector<std::string> messages() const;
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
