#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_keys.h"
#include "lab/watch/signals.h"
#include "parameters.h"
#include "words.h"

namespace niclab::cli {

namespace {

int list_parameters(bool json) {
    const std::vector<core::Parameter> parameters = lab::known_parameters();
    if (json) {
        std::printf("%s\n", parameters_json(parameters).dump(1).c_str());
        return kDone;
    }
    for (const core::Parameter& p : parameters)
        std::printf("%-40s %s\n%-40s default %s; %s\n", p.key.c_str(), p.what.c_str(), "", p.standard.c_str(),
                    p.allowed.words.c_str());
    return kDone;
}

/// Where the files are that come with niclab.
int list_folders() {
    nlohmann::ordered_json folders;
    for (const auto& [name, kind] :
         {std::pair("cards", lab::Kind::Card), std::pair("hosts", lab::Kind::Host),
          std::pair("experiments", lab::Kind::Experiment), std::pair("reference", lab::Kind::Reference)})
        folders[name] = lab::data_folder(kind);
    std::printf("%s\n", folders.dump(1).c_str());
    return kDone;
}

int list_files(lab::Kind kind) {
    for (const std::string& name : lab::known_names(kind)) std::printf("%s\n", name.c_str());
    return kDone;
}

}  // namespace

CLI::App* add_list(CLI::App& app, ListArguments& a) {
    CLI::App* listing = app.add_subcommand("list", "List what there is.");
    listing->add_option("what", a.what, "params, signals, cards, hosts, experiments, papers or folders")
        ->required()
        ->check([](const std::string& word) {
            const std::vector<std::string> known{"params",      "signals", "cards",  "hosts",
                                                 "experiments", "papers",  "folders"};
            const bool there = std::find(known.begin(), known.end(), word) != known.end();
            return there
                       ? ""
                       : "'" + word + "' found, params, signals, cards, hosts, experiments, papers or folders wanted" +
                             perhaps(word, known);
        });
    listing->add_flag("--json", a.json, "params: for programs, with type, range and names of each.");
    return listing;
}

int list(const ListArguments& a) {
    const std::string& what = a.what;
    if (what == "params") return list_parameters(a.json);
    if (what == "folders") return list_folders();
    if (what == "cards") return list_files(lab::Kind::Card);
    if (what == "hosts") return list_files(lab::Kind::Host);
    if (what == "papers") {
        for (const std::string& name : lab::known_names(lab::Kind::Reference, ".csv"))
            std::printf("%s\n", name.c_str());
        return kDone;
    }
    if (what == "experiments") return list_files(lab::Kind::Experiment);
    const lab::Experiment experiment = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "echo", "."), {});
    for (const std::string& name : lab::signal_names(experiment)) std::printf("%s\n", name.c_str());
    return kDone;
}

}  // namespace niclab::cli
