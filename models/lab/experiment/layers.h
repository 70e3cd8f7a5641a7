/// @file  What an experiment's keys are read from: its file, and what the command line lays over it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config.h"
#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The file first, then each --set, --seed and --runs. Throws core::ConfigError: no such file, no TOML.
std::vector<core::ConfigLayer> experiment_layers(const std::string& path, const Overrides& overrides,
                                                 InputFiles& files);
/// Notes what the command line changed: `e` beside what `read_alone` makes of the file without it, which is nothing where the
/// file is refused then. The files that takes are inputs, too: whoever does the run again compares with them.
void compare_with_file(Experiment& e, const std::function<Experiment()>& read_alone);

}  // namespace niclab::lab
