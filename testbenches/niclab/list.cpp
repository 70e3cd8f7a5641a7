#include <cstdio>

#include "commands.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_keys.h"
#include "lab/watch/signals.h"

namespace niclab::cli {

namespace {

int list_parameters() {
    for (const core::Parameter& p : lab::known_parameters())
        std::printf("%-40s %s\n%-40s default %s; %s\n", p.key.c_str(), p.what.c_str(), "", p.standard.c_str(),
                    p.allowed.c_str());
    return kDone;
}

int list_files(lab::Kind kind) {
    for (const std::string& name : lab::known_names(kind)) std::printf("%s\n", name.c_str());
    return kDone;
}

}  // namespace

int list(const std::string& what) {
    if (what == "params") return list_parameters();
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
