/// @file A search for the data files that come with niclab, and those that a user puts next to an
/// experiment.
#pragma once

#include <string>
#include <vector>

namespace niclab::lab {

enum class Kind {
    Host,
    Card,
    Experiment,
    Reference,
    Linux,
    Python,
    Machine,
    CoarseCard,
    CardClass,
    PcieCard,
    PcieHost
};

/// Whether `name` is that of a file, not that of a known one without its ending.
bool is_file_name(const std::string& name);
/// Path of `name` (a name without folder and ending, or a path to a .toml file): first in `folder`,
/// then among the files that come with niclab. Empty if there is none.
std::string find_file(Kind kind, const std::string& name, const std::string& folder);
/// Names of the files of one kind that come with niclab, sorted.
std::vector<std::string> known_names(Kind kind, const std::string& ending = ".toml");
/// Whether it is one of them; reads no folder.
bool is_known_name(Kind kind, const std::string& name, const std::string& ending);
/// The name of a kind of files among an experiment's inputs (input_files.h).
std::string role_of(Kind kind);
/// Folder of the files of one kind: $NICLAB_DATA, the installed ../share/niclab, or the source
/// tree; or empty.
std::string data_folder(Kind kind);

}  // namespace niclab::lab
