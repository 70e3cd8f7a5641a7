/// @file  Where results come from: all that may differ by design between two equal runs, and all that is needed to do
/// one again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// Abstraction levels of links, as --fidelity and results name them.
inline constexpr const char *kTransaction = "transaction", *kSignal = "signal";

struct Provenance {
    std::vector<std::string> command;     ///< The words that started the program; empty: a library's user did.
    std::string program, program_sha256;  ///< Its path and contents.
    std::string folder;                   ///< It was started in.
    std::string experiment;               ///< As the first run was given it.
    Overrides overrides;
    bool check = true;            ///< Buses and lines were watched.
    std::string links = kSignal;  ///< Abstraction level of the links, and its exceptions; empty: there are no links.
    std::vector<ChangedKey> changed;
    std::vector<InputFile> inputs;
    std::string identity;  ///< Of what is simulated.
    double wall_s = 0;
    double start_cpu_s = 0;  ///< CPU time of the process up to its first packet; 0: not told.
};

/// A digest of what an experiment simulates: every key, resolved, and the contents of lists and captures. The program
/// is not part of it.
std::string identity(const Experiment& experiment);

nlohmann::ordered_json to_json(const Provenance& provenance);

/// For the summary: the command, the program, what was changed; nothing for a library's user.
std::string provenance_line(const Provenance& provenance);

/// What results.json says of how to make it again.
struct Again {
    Overrides overrides;
    bool check = true;
    std::string experiment, program_sha256;
    InputFiles files;
};

/// A path that names results rather than an experiment.
bool is_results(const std::string& path);
/// Throws core::ConfigError: no results, or of a version that did not tell; an input that is missing or has changed.
Again read_again(const std::string& path);

/// Folder for the results of a run where the user names none: results/NAME, with what the command line changed behind the
/// name, and a digest behind it where results of another experiment lie there already.
std::string results_folder(const Experiment& experiment);

}  // namespace niclab::lab
