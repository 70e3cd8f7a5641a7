#include "lab/experiment/known_keys.h"

#include <algorithm>

#include "apps/kind.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/level.h"

namespace niclab::lab {

namespace {

using Parameters = std::vector<core::Parameter>;

constexpr const char* kAnyName = "NAME";  ///< Replaces an item's name.
constexpr const char* kHost = "HOST";     ///< Replaces a host's name, in a key of a link.

/// One that comes with niclab, independent of the user's folder.
std::string path_of(const std::string& experiment) {
    return find_file(Kind::Experiment, experiment, data_folder(Kind::Experiment));
}

Parameters read(const char* experiment, std::vector<std::string> assignments) {
    Overrides used;  // Some keys exist only if an experiment uses them.
    used.assignments = std::move(assignments);
    return read_experiment(path_of(experiment), used).parameters;
}

void add_unknown(Parameters& all, const Parameters& more) {
    for (const core::Parameter& p : more)
        if (std::none_of(all.begin(), all.end(), [&p](const auto& q) { return q.key == p.key; })) all.push_back(p);
}

/// host.asker.profile is host.NAME.profile, link.link0.to_answerer.errors is
/// link.NAME.to_HOST.errors; empty: in no list.
std::string generic(const std::string& key) {
    const std::size_t first = key.find('.'), second = key.find('.', first + 1);
    const std::string list = key.substr(0, first);
    if (list != "host" && list != "link" && list != "vc" && list != "flow") return "";
    std::string rest = key.substr(second);
    for (const std::string host : {"asker", "answerer"})
        if (const std::size_t at = rest.find(host); at != std::string::npos && list == "link")
            rest.replace(at, host.size(), kHost);
    return list + "." + kAnyName + rest;
}

/// A second card has the keys of the first.
bool of_second_card(const std::string& key) {
    return key.find(".nic1.") != std::string::npos || key.find(".driver1.") != std::string::npos;
}

/// Each kind has its own keys. `flow`: the table of a flow.
Parameters of_flow_kinds(flows::Between ends, const std::string& flow) {
    core::ConfigTable root({});
    for (const flows::Kind* kind : flows::kinds_between(ends)) {
        core::ConfigTable table = root.table(flow);
        kind->read(table);
    }
    return root.parameters();
}

Parameters of_lists() {
    Parameters all;
    for (const std::vector<std::string>& assignments :
         {std::vector<std::string>{"link.link0.asker_ppm=0", "host.asker.pci.traffic.NAME.preset=disk",
                                   "flow.fill.size_order=random"},
          {R"(host.asker.cards=["idt77901", "idt77901"])", "vc.probe.encapsulation=raw"}})
        for (core::Parameter p : read("two_flows", assignments)) {
            p.key = generic(p.key);
            if (!p.key.empty() && !of_second_card(p.key)) add_unknown(all, {p});
        }
    add_unknown(all, of_flow_kinds(flows::Between::Cards, std::string("flow.") + kAnyName));
    return all;
}

/// analyzer.states.1.find is analyzer.states.NAME.find; shared keys of hosts are listed with the
/// hosts.
Parameters of_analyzer() {
    Parameters all;
    for (core::Parameter p : read("analyzer", {})) {
        for (const char* table :
             {"analyzer.channels.", "analyzer.patterns.", "analyzer.states.", "analyzer.intervals."}) {
            const std::size_t begin = std::string(table).size();
            if (p.key.rfind(table, 0) == 0)
                p.key.replace(begin, std::min(p.key.find('.', begin), p.key.size()) - begin, kAnyName);
        }
        if (p.key.rfind("analyzer.", 0) == 0) add_unknown(all, {p});
    }
    return all;
}

/// As `generic`, for lists at the other levels.
std::string generic_of_lists(const std::string& key) {
    const std::size_t first = key.find('.'), second = key.find('.', first + 1);
    const std::string list = key.substr(0, first);
    constexpr const char* kLists[] = {"host", "switch", "link", "vc", "flow", "segment"};
    if (std::find(std::begin(kLists), std::end(kLists), list) == std::end(kLists)) return key;
    std::string rest = key.substr(second);
    if (list == "link" && rest.rfind(".to_", 0) == 0) rest = ".to_END" + rest.substr(rest.find('.', 1));
    if (rest.rfind(".stations.", 0) == 0) rest = std::string(".stations.") + kAnyName + rest.substr(rest.rfind('.'));
    return list + "." + kAnyName + rest;
}

void add_of_level(Parameters& all, Level level, const std::string& experiment, std::vector<std::string> assignments) {
    Overrides used;
    used.assignments = std::move(assignments);
    for (core::Parameter p : read_common(level, path_of(experiment), used).parameters) {
        p.key = generic_of_lists(p.key);
        add_unknown(all, {p});
    }
}

/// For switches between cards at signal level.
Parameters of_switches() {
    Parameters all;
    for (core::Parameter p : read("switched", {})) {
        p.key = generic_of_lists(p.key);
        if (p.key.rfind("switch.", 0) == 0) add_unknown(all, {p});
    }
    return all;
}

/// Of hosts with a card on a bus other than PCI, by name and in a list.
Parameters of_buses() {
    Parameters used = read("gigabit_pcie", {}), all;
    add_unknown(used, read("ethernet_echo", {"client.card=ne2000", "server.card=ne2000"}));
    for (core::Parameter p : used) {
        const std::size_t host = p.key.find('.');
        const std::string key = p.key.substr(host + 1);
        if (key.rfind("pcie.", 0) != 0 && key.rfind("pcie_host", 0) != 0 && key.rfind("isa.", 0) != 0) continue;
        add_unknown(all, {p});
        p.key = std::string("host.") + kAnyName + p.key.substr(host);
        add_unknown(all, {p});
    }
    return all;
}

}  // namespace

Parameters known_parameters_of(Level level) {
    if (level == Level::Cycle) return known_parameters();
    Parameters all;
    for (const std::string& name : known_names(Kind::Experiment))
        if (InputFiles files; level_of(path_of(name), {}, files) == level) add_of_level(all, level, name, {});
    if (level == Level::Segment) {
        add_unknown(all, of_flow_kinds(flows::Between::Segment, std::string("flow.") + kAnyName));
        add_unknown(all, of_analyzer());
    }
    if (level == Level::Coarse) {
        add_of_level(all, level, "pair", {"host.a.level=cycle"});
        add_unknown(all, card_parameters(card::Registry::all(), std::string("host.") + kAnyName + ".cycle"));
        add_unknown(all, of_analyzer());
        for (const apps::Kind* kind : apps::kinds())
            add_of_level(all, level, "pair", {"flow.stream.kind=" + kind->name});
        for (const flows::Kind* kind : flows::kinds_between(flows::Between::Cards))
            add_of_level(all, level, "pair", {"flow.stream.kind=" + kind->name});
    }
    std::stable_sort(all.begin(), all.end(), [](const core::Parameter& a, const core::Parameter& b) {
        return a.key.substr(0, a.key.find('.')) < b.key.substr(0, b.key.find('.'));
    });
    return all;
}

Parameters known_parameters(const card::Registry& kinds) {
    Parameters all = read("echo", {"pci.traffic.NAME.preset=disk", "line.client_ppm=0", "line.server_ppm=0",
                                   "run.confidence.level=95", "workload.size_order=random"});
    add_unknown(all, of_flow_kinds(flows::Between::Cards, "run"));
    for (const char* host : {"client", "server"}) add_unknown(all, card_parameters(kinds, host));
    add_unknown(all, link_parameters(kinds, "line"));
    add_unknown(all, of_analyzer());
    add_unknown(all, of_lists());
    add_unknown(all, of_switches());
    add_unknown(all, of_buses());
    add_unknown(all, card_parameters(kinds, std::string("host.") + kAnyName));
    add_unknown(all, link_parameters(kinds, std::string("link.") + kAnyName));
    return all;
}

}  // namespace niclab::lab
