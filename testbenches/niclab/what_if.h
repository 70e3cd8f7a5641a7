/// @file  `niclab run --what-if STAGE=0`: the same run with one stage that costs nothing.
#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "lab/results/attribution_report.h"

namespace niclab::cli {

/// Throws core::ConfigError for a stage that no card of the experiment has. `config`: its resolved
/// keys.
void check_what_if(const RunArguments& arguments, const nlohmann::ordered_json& config);
/// Runs again, once for each --what-if, in its own process and a folder below `out`. Returns one
/// sentence each, without a full stop: the time of the stage and of a packet, in both runs.
std::vector<std::string> what_if(const RunArguments& arguments, const lab::AttributionReport& report,
                                 const nlohmann::ordered_json& config, const std::string& out);

}  // namespace niclab::cli
