/// @file The provenance of results: all that may differ by design between two equal runs, and all
/// that is needed to repeat one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Abstraction levels of links, as --fidelity and results name them.
inline constexpr const char *kTransaction = "transaction", *kSignal = "signal";

/// What identifies a program: the build id in its ELF file, or the SHA-256 of the file if it has
/// none. Shared libraries that it loads are not part of it.
struct ProgramId {
    std::string kind;    ///< "build_id" or "sha256", as results name it.
    std::string digits;  ///< In hexadecimal.
};
bool operator==(const ProgramId& a, const ProgramId& b);

struct Provenance {
    std::vector<std::string> command;  ///< The command line; empty: started through a library.
    std::string program;               ///< Its path.
    ProgramId program_id;
    std::string folder;      ///< Folder in which it was started.
    std::string experiment;  ///< As passed to the first run.
    Overrides overrides;
    bool check = true;            ///< Buses and lines were watched.
    std::string links = kSignal;  ///< Abstraction level of the links, and its exceptions; empty: there are no links.
    std::vector<ChangedKey> changed;
    std::vector<InputFile> inputs;
    std::string identity;  ///< Digest of what is simulated.
    double wall_s = 0;
    double start_cpu_s = 0;  ///< CPU time of the command up to its first packet; 0: not known.
};

/// A digest of what an experiment simulates: all keys, resolved, and the contents of lists and
/// captures. The program is not part of it.
std::string identity(const Experiment& experiment);

nlohmann::ordered_json to_json(const Provenance& provenance);

/// For the summary: the command, the program, the changes; nothing if started through a library.
std::string provenance_line(const Provenance& provenance);

/// The data of results.json that is needed to repeat a run.
struct Again {
    Overrides overrides;
    bool check = true;
    std::string experiment;
    ProgramId program_id;
    InputFiles files;
};

/// Whether a path names results instead of an experiment.
bool is_results(const std::string& path);
/// Throws core::ConfigError: no results, or of a version without this data; an input that is
/// missing or has changed.
Again read_again(const std::string& path);

/// Folder for the results of a run if the user names none: results/NAME, followed by the changes of
/// the command line. A digest is appended if results of another experiment are already there.
std::string results_folder(const Experiment& experiment);

}  // namespace niclab::lab
