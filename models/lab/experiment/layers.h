/// @file  What an experiment's keys are read from: its file, and what the command line lays over it.
#pragma once

#include <string>
#include <vector>

#include "core/config.h"
#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The file first, then each --set, --seed and --runs. Throws core::ConfigError: no such file, no TOML.
std::vector<core::ConfigLayer> experiment_layers(const std::string& path, const Overrides& overrides,
                                                 InputFiles& files);

}  // namespace niclab::lab
