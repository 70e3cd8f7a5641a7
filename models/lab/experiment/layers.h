/// @file The layers of an experiment's keys: its file, and the settings of the command line on top.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config.h"
#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// The file first, then each --set, --seed and --runs. Throws core::ConfigError: no such file, not
/// TOML.
std::vector<core::ConfigLayer> experiment_layers(const std::string& path, const Overrides& overrides,
                                                 InputFiles& files);
/// The overrides of a recorded run with those of its repetition. The later value of run.seed and
/// run.runs counts, whether it is an option or an assignment.
Overrides repeated(Overrides recorded, const Overrides& changes);
/// Records the changes by the command line: compares `e` with the result of `read_alone` for the
/// file without it, or with nothing if the file is refused then. The files that it reads are
/// inputs, too, because a repetition of the run makes the same comparison.
void compare_with_file(Experiment& e, const std::function<Experiment()>& read_alone);

}  // namespace niclab::lab
