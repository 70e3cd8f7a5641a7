#include "lab/experiment/known_keys.h"

#include <algorithm>

#include "lab/experiment/catalog.h"
#include "lab/experiment/experiment.h"

namespace niclab::lab {

namespace {

using Parameters = std::vector<core::Parameter>;

constexpr const char* kName = "NAME";  ///< In the place of an item's name.
constexpr const char* kHost = "HOST";  ///< In the place of a host's, in a key of a link.

Parameters read(const char* experiment, std::vector<std::string> assignments) {
    Overrides used;  // some keys are there only where an experiment uses them
    used.assignments = std::move(assignments);
    return read_experiment(find_file(Kind::Experiment, experiment, "."), used).parameters;
}

void add_unknown(Parameters& all, const Parameters& more) {
    for (const core::Parameter& p : more)
        if (std::none_of(all.begin(), all.end(), [&p](const auto& q) { return q.key == p.key; })) all.push_back(p);
}

/// host.asker.profile is host.NAME.profile, link.link0.to_answerer.errors link.NAME.to_HOST.errors; empty: in no list.
std::string generic(const std::string& key) {
    const std::size_t first = key.find('.'), second = key.find('.', first + 1);
    const std::string list = key.substr(0, first);
    if (list != "host" && list != "link" && list != "vc" && list != "flow") return "";
    std::string rest = key.substr(second);
    for (const std::string host : {"asker", "answerer"})
        if (const std::size_t at = rest.find(host); at != std::string::npos && list == "link")
            rest.replace(at, host.size(), kHost);
    return list + "." + kName + rest;
}

Parameters of_lists() {
    Parameters all;
    for (core::Parameter p : read("two_flows", {"link.link0.asker_ppm=0"})) {
        p.key = generic(p.key);
        if (!p.key.empty()) add_unknown(all, {p});
    }
    return all;
}

}  // namespace

Parameters known_parameters(const card::Registry& kinds) {
    Parameters all = read("echo", {"pci.traffic.NAME.preset=disk", "line.client_ppm=0", "line.server_ppm=0"});
    for (const char* host : {"client", "server"}) add_unknown(all, card_parameters(kinds, host));
    add_unknown(all, link_parameters(kinds, "line"));
    add_unknown(all, of_lists());
    add_unknown(all, card_parameters(kinds, std::string("host.") + kName));
    add_unknown(all, link_parameters(kinds, std::string("link.") + kName));
    return all;
}

}  // namespace niclab::lab
