/// @file  `niclab run --what-if STAGE=0`: the same run with one stage that costs nothing.
#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "lab/results/results.h"

namespace niclab::cli {

/// Throws core::ConfigError for a stage that is not known.
void check_what_if(const RunArguments& arguments);
/// Runs again, once for each --what-if, in its own process and a folder below `out`. Returns one
/// sentence each, without a full stop: the prediction of the chains of `results` and the actual gain.
std::vector<std::string> what_if(const RunArguments& arguments, const lab::Results& results, const std::string& out);

}  // namespace niclab::cli
