#include "lab/experiment/network_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "lab/experiment/host_keys.h"
#include "lab/experiment/known_name.h"
#include "lab/experiment/link_and_flow.h"
#include "lab/experiment/switch_keys.h"
#include "lab/experiment/vc_keys.h"

namespace niclab::lab {

namespace {

/// Reads the lists in the order of their dependencies.
class Network {
public:
    Network(core::ConfigTable& root, Experiment& e, InputFiles& files)
        : root_(root),
          e_(e),
          files_(files),
          host_tables_(root.list("host")),
          link_tables_(root.list("link", "link")),
          connections_(root.list("vc", "vc")),
          flow_tables_(root.list("flow", "flow")),
          switch_tables_(root.list("switch", "switch")),
          hosts_(names_of(host_tables_)) {}

    void read() {
        check_hosts();
        read_drops();
        for (auto& [name, table] : link_tables_) ends_.push_back(read_ends(table));
        connections_.read(names_of(link_tables_));
        for (auto& [name, table] : flow_tables_) e_.flows.push_back(read_path(name, table));
        connections_.number(e_.flows, flow_tables_,
                            [this](const FlowConfig& flow, unsigned end) { return place_of(flow, end); });
        read_hosts();
        for (std::size_t i = 0; i < link_tables_.size(); ++i)
            add_link(e_, ends_[i], link_tables_[i].second, {link_tables_[i].second, "ends"});
        for (std::size_t i = 0; i < drops_.size(); ++i) attach(e_, drops_[i].first, drops_[i].second, drop_tables_[i]);
        for (const CommonSwitch& way : ways_) add_way(e_, way);
        for (std::size_t i = 0; i < flow_tables_.size(); ++i) read_work(e_.flows[i], flow_tables_[i].second, i);
        e_.analyzer = read_analyzer(root_.table("analyzer"), {hosts_});
    }

private:
    void check_hosts();
    void read_drops();
    void find_way(FlowConfig& flow, std::size_t from, std::size_t to);
    /// Through a switch groups are common to all flows.
    Connections::Place place_of(const FlowConfig& flow, unsigned end) const;
    CardEnd read_end(core::ConfigTable& link, const std::string& text);
    std::array<CardEnd, 2> read_ends(core::ConfigTable& link);
    FlowConfig read_path(const std::string& name, core::ConfigTable& t);
    void find_link(FlowConfig& flow, core::ConfigTable& t, std::size_t from, std::size_t to);
    void read_hosts();
    void check_card(const CardEnd& end, const core::ConfigTable& link) const;
    void read_work(FlowConfig& flow, core::ConfigTable& t, std::size_t number);

    core::ConfigTable& root_;
    Experiment& e_;
    InputFiles& files_;
    NamedTables host_tables_, link_tables_;
    Connections connections_;
    NamedTables flow_tables_, switch_tables_;
    std::vector<std::string> hosts_;
    std::vector<std::array<CardEnd, 2>> ends_;          ///< Of links between cards, then of paths through switches.
    std::vector<std::pair<SwitchEnd, CardEnd>> drops_;  ///< From a port of a switch to a card.
    std::vector<core::ConfigTable> drop_tables_;
    std::vector<CommonSwitch> ways_;
};

void Network::check_hosts() {
    if (host_tables_.empty()) throw root_.error("host", "missing", "tables [[host]]");
    if (flow_tables_.empty()) throw root_.error("flow", "missing", "tables [[flow]]");
    // Names of other modules next to the hosts, or words with a meaning in a key.
    for (auto& [name, table] : host_tables_) {
        const bool taken = name == "start" || name.rfind("to_", 0) == 0 || name.find("_nic") != std::string::npos ||
                           name.find("_to_") != std::string::npos;
        if (taken)
            throw table.error("name", "a reserved name",
                              "a name other than start, without to_ at its begin and without _to_ or _nic");
    }
}

/// Separates the links that end at a switch from the others.
void Network::read_drops() {
    for (auto& [name, table] : switch_tables_) {
        if (std::find(hosts_.begin(), hosts_.end(), name) != hosts_.end())
            throw table.error("name", "the name of a host", "another name");
        e_.switches.push_back(read_switch(table, name));
    }
    if (switch_tables_.empty()) return;
    const std::vector<std::string> switches = names_of(switch_tables_);
    NamedTables others;
    for (auto& [name, table] : link_tables_) {
        const std::vector<std::string> texts =
            table.texts("ends", {}, "The cards it connects: \"HOST\" or \"HOST:CARD\", or a card and \"SWITCH:PORT\".");
        std::optional<SwitchEnd> port;
        std::size_t at = 0;
        for (std::size_t k = 0; k < texts.size() && texts.size() == 2 && !port; ++k)
            if ((port = switch_end(table, texts[k], switches))) at = k;
        if (!port) {
            others.emplace_back(name, table);
            continue;
        }
        drops_.emplace_back(*port, read_end(table, texts[1 - at]));
        drop_tables_.push_back(table);
    }
    link_tables_.swap(others);
}

CardEnd Network::read_end(core::ConfigTable& link, const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string host = text.substr(0, colon), card = colon == std::string::npos ? "0" : text.substr(colon + 1);
    CardEnd end;
    end.host = index_of_name(link, "ends", host, "host", hosts_);
    if (card != "0" && card != "1")
        throw link.error("ends", "unknown card in '" + text + "'", "\"HOST\", \"HOST:0\" or \"HOST:1\"");
    end.card = card == "1" ? 1 : 0;
    end.name = host + (end.card == 0 ? "" : "_" + card_name(end.card));
    std::vector<CardEnd> taken;
    for (const auto& ends : ends_) taken.insert(taken.end(), ends.begin(), ends.end());
    for (const auto& [port, other] : drops_) taken.push_back(other);
    for (const CardEnd& other : taken)
        if (other == end) throw link.error("ends", "'" + text + "' has another link", "one link per card");
    return end;
}

std::array<CardEnd, 2> Network::read_ends(core::ConfigTable& link) {
    const std::vector<std::string> texts =
        link.texts("ends", {}, "Two cards that the link connects, each as \"HOST\" or \"HOST:CARD\".");
    if (texts.size() != 2)
        throw link.error("ends", fmt::format("{} ends", texts.size()), "two, such as [\"a\", \"b:1\"]");
    std::array<CardEnd, 2> ends{read_end(link, texts[0]), read_end(link, texts[1])};
    if (ends[0].host == ends[1].host)
        throw link.error("ends", "'" + hosts_[ends[0].host] + "' twice", "two different hosts");
    return ends;
}

FlowConfig Network::read_path(const std::string& name, core::ConfigTable& t) {
    FlowConfig flow;
    flow.name = name;
    const std::string from = t.text("from", "", "Host that sends first."),
                      to = t.text("to", "", "Peer host of the flow.");
    flow.kind =
        read_kind(t, "kind", "echo", flows::kinds_between(flows::Between::Cards), "Traffic pattern of the flow.");
    const std::size_t sender = index_of_name(t, "from", from, "host", hosts_);
    const std::size_t receiver = index_of_name(t, "to", to, "host", hosts_);
    if (sender == receiver) throw t.error("to", "the host of `from`", "another host");
    connections_.use(flow, t);
    find_link(flow, t, sender, receiver);
    return flow;
}

void Network::find_link(FlowConfig& flow, core::ConfigTable& t, std::size_t from, std::size_t to) {
    std::vector<std::string> fitting;
    std::optional<std::size_t> found;
    const std::size_t wanted = connections_.link_of_last();
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const bool there = ends_[i][0].host == from && ends_[i][1].host == to;
        const bool back = ends_[i][0].host == to && ends_[i][1].host == from;
        if (!there && !back) continue;
        fitting.push_back(link_tables_[i].first);
        if (wanted == Connections::kAnyLink || wanted == i) found = i, flow.from = there ? 0 : 1;
    }
    const std::string hosts = hosts_[from] + " and " + hosts_[to];
    if (fitting.empty() && wanted == Connections::kAnyLink && common_switch(drops_, from, to))
        return find_way(flow, from, to);
    if (fitting.empty()) throw t.error("to", "no link between " + hosts, "a [[link]] with these ends");
    if (!found)
        throw t.error("vc",
                      fmt::format("a vc of link {}, which does not connect {}", link_tables_[wanted].first, hosts),
                      fmt::format("a vc of {}", fmt::join(fitting, ", ")));
    if (wanted == Connections::kAnyLink && fitting.size() > 1)
        throw t.error("vc", fmt::format("{} links between {} and no vc that chooses one", fitting.size(), hosts),
                      fmt::format("a vc with link = one of {}", fmt::join(fitting, ", ")));
    flow.link = *found;
}

/// Flows between two hosts share their path through the switch.
void Network::find_way(FlowConfig& flow, std::size_t from, std::size_t to) {
    const CommonSwitch way = *common_switch(drops_, from, to);
    const std::size_t first = link_tables_.size();
    for (flow.link = first; flow.link < ends_.size(); ++flow.link)
        for (const unsigned k : {0u, 1u})
            if (ends_[flow.link][k] == way.ends[0] && ends_[flow.link][1 - k] == way.ends[1])
                return flow.from = k, void();
    ends_.push_back(way.ends), ways_.push_back(way);
    flow.from = 0;
}

Connections::Place Network::place_of(const FlowConfig& flow, unsigned end) const {
    if (flow.link < link_tables_.size()) return {flow.link, end};
    return {Connections::kAnyLink - 1 - ways_[flow.link - link_tables_.size()].number, 0};
}

void Network::read_hosts() {
    std::vector<ProgramsOfCards> programs(hosts_.size(), ProgramsOfCards{});
    for (const FlowConfig& flow : e_.flows)
        for (const CardEnd& end : ends_[flow.link]) ++programs[end.host][end.card];
    core::ConfigTable defaults = root_.table("defaults");
    unsigned station = 1;
    for (std::size_t i = 0; i < hosts_.size(); ++i) {
        core::ConfigTable table = host_tables_[i].second.over(defaults.table("host"));
        e_.hosts.push_back(read_host({table, &root_, "pentium133", static_cast<std::uint8_t>(station)}, hosts_[i],
                                     programs[i], files_));
        station += static_cast<unsigned>(e_.hosts.back().cards.size());
    }
    defaults.done();
    check_pcie(root_, e_.hosts);
    for (std::size_t i = 0; i < link_tables_.size(); ++i)
        for (const CardEnd& end : ends_[i]) check_card(end, link_tables_[i].second);
    for (std::size_t i = 0; i < drops_.size(); ++i) check_card(drops_[i].second, drop_tables_[i]);
}

void Network::check_card(const CardEnd& end, const core::ConfigTable& link) const {
    if (end.card >= e_.hosts[end.host].cards.size())
        throw link.error("ends", fmt::format("'{}:{}', but the host has one card", hosts_[end.host], end.card),
                         "cards = [..., ...] of host " + hosts_[end.host]);
}

void Network::read_work(FlowConfig& flow, core::ConfigTable& t, std::size_t number) {
    flow.start_us = t.time_ns("start", 0, 0, 1e12, "Start time of the flow, from the start of the run.") * 1e-3;
    flow.duration_us = t.time_ns("duration", 0, 0, 1e12,
                                 "Time after which the flow sends no new packets, from its start. 0 ns: no limit.") *
                       1e-3;
    flow.plan = flows::read_plan(*flow.kind, flows::Between::Cards, t);
    const std::string encapsulation = connections_.encapsulation(number);
    if (!encapsulation.empty() && t.has("encapsulation"))
        throw t.error("encapsulation", "given for the flow and for its vc", "one of the two");
    flow.workload = read_workload(t, files_, encapsulation);
    check_lengths(e_, flow, t);
}

}  // namespace

bool spelled_in_lists(const core::ConfigTable& root) {
    for (const char* key : {"host", "link", "vc", "flow"})
        if (root.has_list(key)) return true;
    return false;
}

void read_network(core::ConfigTable& root, Experiment& experiment, InputFiles& files) {
    Network(root, experiment, files).read();
}

}  // namespace niclab::lab
