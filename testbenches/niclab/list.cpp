#include <algorithm>
#include <cstdio>
#include <set>

#include "commands.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "lab/watch/signals.h"

namespace niclab::cli {

namespace {

void print(const core::Parameter& p, const std::string& key) {
    std::printf("%-40s %s\n%-40s default %s; %s\n", key.c_str(), p.what.c_str(), "", p.standard.c_str(),
                p.allowed.c_str());
}

/// host.asker.profile is host.*.profile, and link.link0.to_answerer.errors link.*.to_NAME.errors; empty: in no list.
std::string generic(const std::string& key, const lab::Experiment& e) {
    const std::size_t first = key.find('.'), second = key.find('.', first + 1);
    const std::string list = key.substr(0, first);
    if (list != "host" && list != "link" && list != "vc" && list != "flow") return "";
    std::string rest = key.substr(second);
    for (const lab::HostConfig& host : e.hosts)
        if (const std::size_t at = rest.find(host.name); at != std::string::npos && list == "link")
            rest.replace(at, host.name.size(), "NAME");
    return list + ".*" + rest;
}

void list_lists() {
    lab::Overrides used;
    used.assignments = {"link.link0.asker_ppm=0"};
    const lab::Experiment e = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "two_flows", "."), used);
    std::set<std::string> printed;
    for (const core::Parameter& p : e.parameters) {
        const std::string key = generic(p.key, e);
        if (!key.empty() && printed.insert(key).second) print(p, key);
    }
}

int list_parameters() {
    const std::string path = lab::find_file(lab::Kind::Experiment, "echo", ".");
    lab::Overrides used;  // some keys are there only where an experiment uses them
    used.assignments = {"pci.traffic.NAME.preset=disk", "line.client_ppm=0", "line.server_ppm=0"};
    std::vector<core::Parameter> parameters = lab::read_experiment(path, used).parameters;
    for (const char* host : {"client", "server"}) {  // and those of kinds of card that it does not use
        const auto known = [&parameters](const core::Parameter& p) {
            return std::any_of(parameters.begin(), parameters.end(), [&p](const auto& q) { return q.key == p.key; });
        };
        for (core::Parameter& p : lab::card_parameters(host))
            if (!known(p)) parameters.push_back(std::move(p));
    }
    for (const core::Parameter& p : parameters) print(p, p.key);
    list_lists();
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
