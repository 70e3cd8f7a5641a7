#include <algorithm>
#include <cctype>
#include <cstdio>

#include "commands.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_keys.h"
#include "lab/watch/signals.h"
#include "parameters.h"
#include "words.h"

namespace niclab::cli {

namespace {

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

/// Whether `text` has `word` somewhere, capitals or not.
bool has(const std::string& text, const std::string& word) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// The exit code; where a word was looked for and nothing has it, that is said.
int ended(std::size_t printed, const ListArguments& a) {
    if (printed > 0 || a.word.empty()) return kDone;
    throw core::ConfigError("list " + a.what + ": '" + a.word + "' found, a word of some " +
                            (a.what == "params" ? "key or its description" : "name") + " wanted");
}

int list_parameters(const ListArguments& a) {
    std::vector<core::Parameter> found;
    for (core::Parameter& p : lab::known_parameters())
        if (has(p.key, a.word) || has(p.what, a.word)) found.push_back(std::move(p));
    if (a.json) std::printf("%s\n", parameters_json(found).dump(1).c_str());
    for (const core::Parameter& p : found)
        if (!a.json)
            std::printf("%-40s %s\n%-40s default %s; %s\n", p.key.c_str(), p.what.c_str(), "", p.standard.c_str(),
                        p.allowed.words.c_str());
    return ended(found.size(), a);
}

int list_names(const std::vector<std::string>& names, const ListArguments& a) {
    std::size_t printed = 0;
    for (const std::string& name : names)
        if (has(name, a.word)) std::printf("%s\n", name.c_str()), ++printed;
    return ended(printed, a);
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
    listing->add_option("word", a.word, "Only those with it in their name, key or description.");
    listing->add_flag("--json", a.json, "params: for programs, with type, range and names of each.");
    return listing;
}

int list(const ListArguments& a) {
    if (a.what == "params") return list_parameters(a);
    if (a.what == "folders") return list_folders();
    if (a.what == "cards") return list_names(lab::known_names(lab::Kind::Card), a);
    if (a.what == "hosts") return list_names(lab::known_names(lab::Kind::Host), a);
    if (a.what == "papers") return list_names(lab::known_names(lab::Kind::Reference, ".csv"), a);
    if (a.what == "experiments") return list_names(lab::known_names(lab::Kind::Experiment), a);
    const lab::Experiment experiment = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "echo", "."), {});
    return list_names(lab::signal_names(experiment), a);
}

}  // namespace niclab::cli
