#include "lab/experiment/network_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "lab/experiment/connection_number.h"
#include "lab/experiment/host_keys.h"
#include "lab/experiment/link_and_flow.h"
#include "lab/experiment/switch_keys.h"

namespace niclab::lab {

namespace {

using Tables = std::vector<std::pair<std::string, core::ConfigTable>>;

constexpr std::size_t kAnyLink = ~std::size_t{0};
constexpr std::uint16_t kFirstVci = 0xF40, kLastVci = 0xFFF;

[[noreturn]] void refuse(const core::ConfigTable& t, const std::string& key, const std::string& name,
                         const std::string& what, const std::vector<std::string>& known) {
    const std::string near = core::nearest_name(name, known);
    throw t.error(key, fmt::format("'{}' found", name),
                  fmt::format("{} wanted: {}{}", what,
                              known.empty() ? "there is none" : fmt::format("{}", fmt::join(known, ", ")),
                              near.empty() ? "" : ", perhaps \"" + near + "\""));
}

std::vector<std::string> names_of(const Tables& tables) {
    std::vector<std::string> names;
    for (const auto& [name, table] : tables) names.push_back(name);
    return names;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name, const core::ConfigTable& t,
                     const std::string& key, const std::string& what) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) refuse(t, key, name, what, names);
    return static_cast<std::size_t>(found - names.begin());
}

/// A connection that a [[vc]] describes.
struct Vc {
    std::string name;
    std::size_t link = kAnyLink;
    std::uint16_t vci, vci_back;
    std::string encapsulation;  ///< Empty: the flow's own.
    bool used = false;
};

/// Reads the lists in the order in which they lean on each other.
class Network {
public:
    Network(core::ConfigTable& root, Experiment& e, InputFiles& files)
        : root_(root),
          e_(e),
          files_(files),
          host_tables_(root.list("host")),
          link_tables_(root.list("link", "link")),
          vc_tables_(root.list("vc", "vc")),
          flow_tables_(root.list("flow", "flow")),
          switch_tables_(root.list("switch", "switch")),
          hosts_(names_of(host_tables_)) {}

    void read() {
        check_hosts();
        read_drops();
        for (auto& [name, table] : link_tables_) ends_.push_back(read_ends(table));
        for (auto& [name, table] : vc_tables_) vcs_.push_back(read_vc(name, table));
        for (auto& [name, table] : flow_tables_) e_.flows.push_back(read_path(name, table));
        number_connections();
        read_hosts();
        for (std::size_t i = 0; i < link_tables_.size(); ++i) add_link(e_, ends_[i], link_tables_[i].second);
        for (std::size_t i = 0; i < drops_.size(); ++i) attach(e_, drops_[i].first, drops_[i].second, drop_tables_[i]);
        for (const CommonSwitch& way : ways_) add_way(e_, way);
        for (std::size_t i = 0; i < flow_tables_.size(); ++i) read_work(e_.flows[i], flow_tables_[i].second, i);
        e_.analyzer = read_analyzer(root_.table("analyzer"), hosts_);
    }

private:
    void check_hosts();
    void read_drops();
    void find_way(FlowConfig& flow, std::size_t from, std::size_t to);
    /// Where a number on a flow's link, towards its end, must be its own: over a switch groups are those of all flows.
    std::tuple<std::size_t, unsigned, std::uint16_t> taken_by(const FlowConfig& flow, unsigned end,
                                                              std::uint16_t vci) const;
    CardEnd read_end(core::ConfigTable& link, const std::string& text);
    std::array<CardEnd, 2> read_ends(core::ConfigTable& link);
    Vc read_vc(const std::string& name, core::ConfigTable& t);
    FlowConfig read_path(const std::string& name, core::ConfigTable& t);
    void find_link(FlowConfig& flow, core::ConfigTable& t, std::size_t from, std::size_t to);
    void use_vc(FlowConfig& flow, core::ConfigTable& t);
    void number_connections();
    void read_hosts();
    void check_card(const CardEnd& end, const core::ConfigTable& link) const;
    void read_work(FlowConfig& flow, core::ConfigTable& t, std::size_t number);

    core::ConfigTable& root_;
    Experiment& e_;
    InputFiles& files_;
    Tables host_tables_, link_tables_, vc_tables_, flow_tables_, switch_tables_;
    std::vector<std::string> hosts_;
    std::vector<std::array<CardEnd, 2>> ends_;          ///< Of links between cards; behind them of ways over switches.
    std::vector<std::pair<SwitchEnd, CardEnd>> drops_;  ///< From a port of a switch to a card.
    std::vector<core::ConfigTable> drop_tables_;
    std::vector<CommonSwitch> ways_;
    std::vector<Vc> vcs_;
    std::vector<std::optional<std::size_t>> vc_of_;  ///< By flow.
};

void Network::check_hosts() {
    if (host_tables_.empty()) throw root_.error("host", "no host found", "tables [[host]] wanted");
    if (flow_tables_.empty()) throw root_.error("flow", "no flow found", "tables [[flow]] wanted");
    // What stands beside the hosts in the hierarchy, or is called by such a word in a key.
    for (auto& [name, table] : host_tables_) {
        const bool taken = name == "start" || name.rfind("to_", 0) == 0 || name.find("_nic") != std::string::npos ||
                           name.find("_to_") != std::string::npos;
        if (taken)
            throw table.error("name", "'" + name + "' found",
                              "a name wanted that is not start, does not begin with to_, nor holds _to_ or _nic");
    }
}

/// Takes the links that end at a switch from the others.
void Network::read_drops() {
    for (auto& [name, table] : switch_tables_) {
        if (std::find(hosts_.begin(), hosts_.end(), name) != hosts_.end())
            throw table.error("name", "'" + name + "' found, which a host has", "a name of its own wanted");
        e_.switches.push_back(read_switch(table, name));
    }
    if (switch_tables_.empty()) return;
    const std::vector<std::string> switches = names_of(switch_tables_);
    Tables others;
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
    end.host = index_of(hosts_, host, link, "ends", "a host");
    if (card != "0" && card != "1")
        throw link.error("ends", "'" + text + "' found", "\"HOST\", \"HOST:0\" or \"HOST:1\" wanted");
    end.card = card == "1" ? 1 : 0;
    end.name = host + (end.card == 0 ? "" : "_" + card_name(end.card));
    std::vector<CardEnd> taken;
    for (const auto& ends : ends_) taken.insert(taken.end(), ends.begin(), ends.end());
    for (const auto& [port, other] : drops_) taken.push_back(other);
    for (const CardEnd& other : taken)
        if (other == end)
            throw link.error("ends", "'" + text + "' found, which another link ends at",
                             "one link for each card wanted");
    return end;
}

std::array<CardEnd, 2> Network::read_ends(core::ConfigTable& link) {
    const std::vector<std::string> texts = link.texts("ends", {}, "The cards it connects: \"HOST\" or \"HOST:CARD\".");
    if (texts.size() != 2)
        throw link.error("ends", fmt::format("{} ends found", texts.size()), "two wanted, such as [\"a\", \"b:1\"]");
    std::array<CardEnd, 2> ends{read_end(link, texts[0]), read_end(link, texts[1])};
    if (ends[0].host == ends[1].host)
        throw link.error("ends", "'" + hosts_[ends[0].host] + "' found twice", "two different hosts wanted");
    return ends;
}

Vc Network::read_vc(const std::string& name, core::ConfigTable& t) {
    Vc vc;
    vc.name = name;
    const std::string link = t.text("link", "", "Link it is on, where two hosts have several.");
    if (!link.empty()) vc.link = index_of(names_of(link_tables_), link, t, "link", "a link");
    const auto vci = [&t](const char* key, std::int64_t standard, const char* what) {
        return static_cast<std::uint16_t>(t.integer(key, standard, kLowestVci, kLastVci, what));
    };
    vc.vci = vci("vci", kFirstVci, "VCI from a flow's `from` to its `to`; VPI 0.");
    vc.vci_back = vci("vci_back", vc.vci, "VCI the other way; VPI 0.");
    if (t.has("encapsulation"))
        vc.encapsulation = t.choice("encapsulation", "llc", {"raw", "llc", "lane"}, "Of the flow's packets.");
    t.done();
    return vc;
}

FlowConfig Network::read_path(const std::string& name, core::ConfigTable& t) {
    FlowConfig flow;
    flow.name = name;
    const std::string from = t.text("from", "", "Host that begins."), to = t.text("to", "", "Host it talks to.");
    flow.kind = read_kind(t, "kind", "echo", "What the programs do.");
    const std::size_t sender = index_of(hosts_, from, t, "from", "a host");
    const std::size_t receiver = index_of(hosts_, to, t, "to", "a host");
    if (sender == receiver) throw t.error("to", "'" + to + "' found, which is `from`", "another host wanted");
    use_vc(flow, t);
    find_link(flow, t, sender, receiver);
    return flow;
}

void Network::use_vc(FlowConfig& flow, core::ConfigTable& t) {
    const std::string name = t.text("vc", "", "Its connection; one of its own where none is named.");
    vc_of_.emplace_back();
    if (name.empty()) return;
    std::vector<std::string> names;
    for (const Vc& vc : vcs_) names.push_back(vc.name);
    const std::size_t index = index_of(names, name, t, "vc", "a connection");
    Vc& vc = vcs_[index];
    if (vc.used) throw t.error("vc", "'" + name + "' found, which another flow uses", "one flow for each vc wanted");
    vc.used = true;
    vc_of_.back() = index;
    flow.vci = vc.vci;
    flow.vci_back = vc.vci_back;
}

void Network::find_link(FlowConfig& flow, core::ConfigTable& t, std::size_t from, std::size_t to) {
    std::vector<std::string> fitting;
    std::optional<std::size_t> found;
    const std::size_t wanted = vc_of_.back() ? vcs_[*vc_of_.back()].link : kAnyLink;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const bool there = ends_[i][0].host == from && ends_[i][1].host == to;
        const bool back = ends_[i][0].host == to && ends_[i][1].host == from;
        if (!there && !back) continue;
        fitting.push_back(link_tables_[i].first);
        if (wanted == kAnyLink || wanted == i) found = i, flow.from = there ? 0 : 1;
    }
    const std::string hosts = hosts_[from] + " and " + hosts_[to];
    if (fitting.empty() && wanted == kAnyLink && common_switch(drops_, from, to)) return find_way(flow, from, to);
    if (fitting.empty())
        throw t.error("to", "no link between " + hosts + " found", "a [[link]] with these ends wanted");
    if (!found)
        throw t.error("vc", fmt::format("a vc on the link {} found", link_tables_[wanted].first),
                      fmt::format("one on {} wanted, between {}", fmt::join(fitting, ", "), hosts));
    if (wanted == kAnyLink && fitting.size() > 1)
        throw t.error("vc", fmt::format("{} links between {} found and no vc that chooses", fitting.size(), hosts),
                      fmt::format("a vc with link = one of {} wanted", fmt::join(fitting, ", ")));
    flow.link = *found;
}

/// Flows between two hosts share their way over the switch.
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

std::tuple<std::size_t, unsigned, std::uint16_t> Network::taken_by(const FlowConfig& flow, unsigned end,
                                                                   std::uint16_t vci) const {
    if (flow.link < link_tables_.size()) return {flow.link, end, vci};
    return {kAnyLink - 1 - ways_[flow.link - link_tables_.size()].number, 0, vci};
}

/// Flows without a [[vc]] get the first VCIs that are free both ways; two flows on one VCI could not be told apart.
void Network::number_connections() {
    std::set<std::tuple<std::size_t, unsigned, std::uint16_t>> taken;
    for (std::size_t i = 0; i < e_.flows.size(); ++i) {
        FlowConfig& flow = e_.flows[i];
        if (!vc_of_[i]) continue;
        core::ConfigTable& vc = vc_tables_[*vc_of_[i]].second;
        if (!taken.insert(taken_by(flow, flow.from, flow.vci)).second)
            throw vc.error("vci", fmt::format("{} found, which another vc has there", flow.vci), "another wanted");
        const auto there = taken_by(flow, flow.from, flow.vci), back = taken_by(flow, 1 - flow.from, flow.vci_back);
        if (back != there && !taken.insert(back).second)
            throw vc.error("vci_back", fmt::format("{} found, which another vc has there", flow.vci_back),
                           "another wanted");
    }
    for (std::size_t i = 0; i < e_.flows.size(); ++i) {
        FlowConfig& flow = e_.flows[i];
        if (vc_of_[i]) continue;
        std::uint16_t vci = kFirstVci;
        const auto used = [&](unsigned end) { return taken.count(taken_by(flow, end, vci)) > 0; };
        while (vci <= kLastVci && (used(0) || used(1))) ++vci;
        if (vci > kLastVci)
            throw flow_tables_[i].second.error("vc", "no free VCI found", "at most 192 flows without a vc wanted");
        flow.vci = flow.vci_back = vci;
        taken.insert(taken_by(flow, 0, vci)), taken.insert(taken_by(flow, 1, vci));
    }
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
    for (std::size_t i = 0; i < link_tables_.size(); ++i)
        for (const CardEnd& end : ends_[i]) check_card(end, link_tables_[i].second);
    for (std::size_t i = 0; i < drops_.size(); ++i) check_card(drops_[i].second, drop_tables_[i]);
}

void Network::check_card(const CardEnd& end, const core::ConfigTable& link) const {
    if (end.card >= e_.hosts[end.host].cards.size())
        throw link.error("ends", fmt::format("'{}:{}' found", hosts_[end.host], end.card),
                         hosts_[end.host] + " has one card, cards = [..., ...] wanted there");
}

void Network::read_work(FlowConfig& flow, core::ConfigTable& t, std::size_t number) {
    flow.start_us = t.time_ns("start", 0, 0, 1e12, "Time after the begin of a run at which it begins.") * 1e-3;
    flow.duration_us =
        t.time_ns("duration", 0, 0, 1e12, "Nothing new is sent so long after the start; 0 ns: no limit.") * 1e-3;
    flow.both_directions = t.boolean("both_directions", true, "Stream: from `to` to `from` as well.");
    const std::string encapsulation = vc_of_[number] ? vcs_[*vc_of_[number]].encapsulation : "";
    if (!encapsulation.empty() && t.has("encapsulation"))
        throw t.error("encapsulation", "one here and one of the vc found", "one of the two wanted");
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
