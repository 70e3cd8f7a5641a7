#include <algorithm>
#include <cctype>
#include <cstdio>

#include "commands.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_keys.h"
#include "lab/watch/signals.h"

namespace niclab::cli {

namespace {

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
    std::size_t printed = 0;
    for (const core::Parameter& p : lab::known_parameters()) {
        if (!has(p.key, a.word) && !has(p.what, a.word)) continue;
        std::printf("%-40s %s\n%-40s default %s; %s\n", p.key.c_str(), p.what.c_str(), "", p.standard.c_str(),
                    p.allowed.c_str());
        ++printed;
    }
    return ended(printed, a);
}

int list_names(const std::vector<std::string>& names, const ListArguments& a) {
    std::size_t printed = 0;
    for (const std::string& name : names)
        if (has(name, a.word)) std::printf("%s\n", name.c_str()), ++printed;
    return ended(printed, a);
}

}  // namespace

int list(const ListArguments& a) {
    if (a.what == "params") return list_parameters(a);
    if (a.what == "cards") return list_names(lab::known_names(lab::Kind::Card), a);
    if (a.what == "hosts") return list_names(lab::known_names(lab::Kind::Host), a);
    if (a.what == "papers") return list_names(lab::known_names(lab::Kind::Reference, ".csv"), a);
    if (a.what == "experiments") return list_names(lab::known_names(lab::Kind::Experiment), a);
    const lab::Experiment experiment = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "echo", "."), {});
    return list_names(lab::signal_names(experiment), a);
}

}  // namespace niclab::cli
