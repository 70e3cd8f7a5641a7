/// @file  `niclab run --what-if STAGE=0`: the same run with one stage that costs nothing.
#pragma once

#include <string>

#include "commands.h"
#include "lab/results/results.h"

namespace niclab::cli {

/// Throws core::ConfigError for a stage that is not known.
void check_what_if(const RunArguments& arguments);
/// Runs again, once for each --what-if, in a process of its own and a folder below `out`; a line each: what the chains
/// of `results` promised and what was gained.
std::string what_if(const RunArguments& arguments, const lab::Results& results, const std::string& out);

}  // namespace niclab::cli
