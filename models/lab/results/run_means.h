/// @file The mean time of a packet over all runs, with its confidence interval, where
/// run.confidence decides on the number of runs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "lab/experiment/repetition.h"

namespace niclab::lab {

struct RunMeans {
    Confidence confidence;
    /// By direction the mean of each run, microseconds from program to program.
    std::vector<std::pair<std::string, std::vector<double>>> us;
};

nlohmann::ordered_json to_json(const RunMeans& means);
/// A line per direction; nothing without run.confidence.
std::string run_means_text(const RunMeans& means);
/// A sentence for each direction with a mean that is not known well enough after the last run.
std::vector<std::string> unknown_means(const RunMeans& means);

}  // namespace niclab::lab
