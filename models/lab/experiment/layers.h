/// @file The layers of an experiment's keys: its file, and the settings of the command line on top.
/// What is recorded of them.
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

/// Records name, keys and files of an experiment that was read.
void record_keys(Experiment& e, const std::string& path, core::ConfigTable& root, const InputFiles& files);

/// An experiment with a level: `read` reads its tables. What all experiments have is in `common`.
/// Throws core::ConfigError.
template <class Described, class Read>
Described read_described(const std::string& path, const Overrides& overrides, InputFiles files, const Read& read) {
    const InputFiles untouched = files;
    core::ConfigTable root(experiment_layers(path, overrides, files));
    Described e;
    read(root, e, files);
    record_keys(e.common, path, root, files);
    if (overrides.any())
        compare_with_file(e.common, [&] { return read_described<Described>(path, {}, untouched, read).common; });
    return e;
}

}  // namespace niclab::lab
