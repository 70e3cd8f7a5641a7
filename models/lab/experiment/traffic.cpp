#include "lab/experiment/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "apps/keys.h"
#include "lab/experiment/analyzer_keys.h"
#include "lab/experiment/layers.h"
#include "lab/experiment/level.h"
#include "lab/experiment/traffic_ethernet.h"
#include "lab/experiment/traffic_keys.h"
#include "net/train.h"

namespace niclab::lab {

namespace {

/// Returns the level of hosts that name none.
std::string read_run(core::ConfigTable t, Traffic& traffic) {
    std::string level = read_counts(t, Level::Coarse, traffic.common);
    traffic.duration = read_span(t, "duration", 10e9, 1e3, 1e13, "Duration of each flow's measurement.");
    const double sample = base::to_us(traffic.duration) / 100 * 1e3;
    traffic.sample =
        read_span(t, "sample_interval", sample, 1e3, 1e13, "Sample interval of CPU load, windows and queues.");
    traffic.jitter = read_span(t, "jitter", 1e6, 0, 1e12, "Maximum random delay of the start of each flow.");
    traffic.common.confidence = read_confidence(t.table("confidence"));
    t.done();
    return level;
}

constexpr const char* kWayBack = "_back";
constexpr const char* kFrameKinds = "kind = \"saturated\", \"periodic\" or \"poisson\"";

/// Both ends of a flow of frames are only a MAC, and none of another flow is.
void check_ends(const core::ConfigTable& t, const TrafficFlow& f, const Traffic& traffic, bool frames) {
    for (const auto& [key, host] : {std::pair{"from", f.from}, std::pair{"to", f.to}}) {
        const TrafficHost& end = traffic.hosts[host];
        if (end.mac.has_value() == frames) continue;
        if (frames) throw t.error(key, "a host with a TCP for " + f.kind + " frames", "a host with level = \"mac\"");
        throw t.error(key, "a host that is only a MAC", std::string("a host with a TCP, or ") + kFrameKinds);
    }
    if (frames && f.from == f.to) throw t.error("to", "the sender itself", "another host");
}

/// Without programs of its own: frames between hosts that are only a MAC, or packets of UDP.
void read_paced_flow(core::ConfigTable& t, TrafficFlow& f, const flows::Kind& kind, const TrafficHost& sender) {
    auto paced = std::make_shared<SegmentFlow>();
    paced->name = f.name, paced->kind = &kind, paced->from = f.from, paced->to = f.to;
    if (sender.mac) {
        read_frames(t, *paced, flows::Between::Macs, sender.mac->rules.max_octets, sender.name);
        f.frames = paced;
    } else {
        read_packets(t, *paced, apps::kMostDatagram);
        f.buffers = apps::read_buffers(t);
        f.packets = paced;
    }
    f.start = paced->start;
}

/// The kinds of lab/flows that are possible here, each once.
std::vector<const flows::Kind*> paced_kinds() {
    std::vector<const flows::Kind*> found = flows::kinds_between(flows::Between::Cards);
    for (const flows::Kind* kind : flows::kinds_between(flows::Between::Macs))
        if (!flows::is_between(*kind, flows::Between::Cards)) found.push_back(kind);
    return found;
}

/// [[flow]]: the keys of all kinds. Those of one kind are in apps/kinds, or in lab/flows.
TrafficFlow read_traffic_flow(core::ConfigTable t, const std::string& name, const Traffic& traffic) {
    TrafficFlow f;
    f.name = name;
    std::vector<std::string> kinds;
    add_names(apps::kinds(), kinds);
    add_names(paced_kinds(), kinds);
    f.kind = t.choice(
        "kind", "tcp_stream", kinds,
        "Traffic pattern of the flow. Packets with a time each: echo, transmit, stream, periodic or poisson. Frames "
        "between hosts that are only a MAC: saturated, periodic or poisson.");
    f.programs = kind_named(apps::kinds(), f.kind);
    const std::vector<std::string> hosts = names_of(traffic.hosts);
    f.from = index_of_name(t, "from", t.text("from", "", "Host that sends first."), "host", hosts);
    f.to =
        index_of_name(t, "to", t.text("to", "", "Peer host of the flow. The same host selects its loopback interface."),
                      "host", hosts);
    if (f.from != f.to && find_path(traffic, f.from, f.to).empty())
        throw t.error("to", "no path from " + hosts[f.from] + " to " + hosts[f.to],
                      "[[link]] or [[segment]] tables that connect them");
    if (f.from != f.to) check_way(t, traffic, f.from, f.to);
    const flows::Kind* const paced = kind_named(paced_kinds(), f.kind);
    const bool macs = traffic.hosts[f.from].mac || traffic.hosts[f.to].mac;
    check_ends(t, f, traffic,
               paced && flows::is_between(*paced, flows::Between::Macs) &&
                   (macs || !flows::is_between(*paced, flows::Between::Cards)));
    if (paced)
        read_paced_flow(t, f, *paced, traffic.hosts[f.from]);
    else
        f.start = read_span(t, "start", 0, 0, 1e12, "Start time of the flow, from the start of the run.");
    f.duration = read_span(t, "duration", base::to_us(traffic.duration) * 1e3, 1, 1e13, "Duration of the measurement.");
    if (f.programs) f.plan = f.programs->read(t, f.duration), f.buffers = f.plan->buffers();
    t.done();
    return f;
}

/// A stream in both directions is a flow in each: that of the way back is called NAME_back.
void add_way_back(const core::ConfigTable& root, const NamedTables& flows, Traffic& traffic) {
    const TrafficFlow& there = traffic.flows.back();
    if (!there.packets || !there.packets->plan->sends_both_ways()) return;
    TrafficFlow back = there;
    back.name += kWayBack;
    std::swap(back.from, back.to);
    if (std::any_of(flows.begin(), flows.end(), [&back](const auto& flow) { return flow.first == back.name; }))
        throw root.error("flow." + back.name, "the name of the way back of flow." + there.name, "another name");
    auto packets = std::make_shared<SegmentFlow>(*there.packets);
    packets->name = back.name, std::swap(packets->from, packets->to);
    back.packets = std::move(packets);
    traffic.flows.push_back(std::move(back));
}

/// Hosts that communicate without a [[vc]] get one, as an SVC would be created; before that each
/// host on ATM gets one with the ARP server.
void add_missing_vcs(Traffic& traffic) {
    std::set<std::pair<std::size_t, std::size_t>> known;
    std::set<std::uint16_t> taken;
    for (const TrafficVc& vc : traffic.vcs)
        known.insert({vc.from, vc.to}), known.insert({vc.to, vc.from}), taken.insert(vc.vci);
    std::uint16_t next = 1024;
    const auto add = [&](std::size_t from, std::size_t to) {
        const bool swapped = traffic.hosts[from].on_ethernet();  // a connection begins at a host on ATM
        if (from == to || (swapped && traffic.hosts[to].on_ethernet()) || !known.insert({from, to}).second) return;
        known.insert({to, from});
        while (taken.count(next) > 0) ++next;
        TrafficVc vc;
        vc.from = swapped ? to : from, vc.to = swapped ? from : to, vc.vci = next++;
        vc.switched = traffic.arp_server.has_value();
        vc.path = find_path(traffic, vc.from, vc.to);
        cut_at_bridge(traffic, vc);
        traffic.vcs.push_back(std::move(vc));
    };
    if (const auto server = traffic.arp_server)
        for (std::size_t h = 0; h < traffic.hosts.size(); ++h)
            if (!find_path(traffic, h, *server).empty()) add(h, *server);
    for (const TrafficFlow& f : traffic.flows) add(f.from, f.to);
}

/// The name of the host that resolves addresses; empty: none.
std::string read_network(core::ConfigTable& t, bool& lane, Traffic& traffic) {
    lane =
        t.choice("ip", "clip", {"clip", "lane"},
                 "Method of IP over ATM: classical IP of RFC 1577 (MTU 9180) or LAN emulation (MTU 1500).") == "lane";
    std::string server =
        t.text("arp_server", "", "Host that is the ATMARP server for switched connections, which have no [[vc]].");
    traffic.resolves = t.choice("arp", server.empty() ? "table" : "exchange", {"table", "exchange"},
                                "Address resolution: static table, or exchange by ARP, with InATMARP on permanent "
                                "connections. An arp_server implies exchange.") == "exchange";
    if (!server.empty() && !traffic.resolves)
        throw t.error("arp", "\"table\" with an arp_server", "\"exchange\", or no arp_server");
    if (!server.empty() && lane)
        throw t.error("arp_server", "an ARP server with LAN emulation", "ip = \"clip\", or no arp_server");
    return server;
}

void find_arp_server(const core::ConfigTable& network, const std::string& name, Traffic& traffic) {
    if (name.empty()) return;
    for (const TrafficSwitch& s : traffic.switches)
        if (s.name == name)
            throw network.error("arp_server", "a switch",
                                "a host; model the processor of a switch as a host that is linked to a port");
    traffic.arp_server = index_of_name(network, "arp_server", name, "host", names_of(traffic.hosts));
    if (traffic.hosts[*traffic.arp_server].mac)
        throw network.error("arp_server", "a host that is only a MAC", "a host with a TCP");
}

void read_signals(core::ConfigTable& root, Traffic& traffic) {
    if (!root.has("analyzer")) return root.ignore("analyzer");
    traffic.common.analyzer = read_analyzer(root.table("analyzer"), analyzer_names(traffic));
}

/// A host that is only a MAC needs others that it can send to or receive from. At a medium or a
/// switch it may only receive.
void refuse_macs_alone(const core::ConfigTable& root, const Traffic& traffic) {
    for (std::size_t h = 0; h < traffic.hosts.size(); ++h) {
        if (!traffic.hosts[h].mac) continue;
        const std::string key = "host." + traffic.hosts[h].name;
        const auto is_own = [h](const TrafficEnd& end) { return !end.is_switch && end.node == h; };
        const auto link = std::find_if(traffic.links.begin(), traffic.links.end(),
                                       [&](const TrafficLink& l) { return is_own(l.ends[0]) || is_own(l.ends[1]); });
        if (link == traffic.links.end())
            throw root.error(key, "only a MAC, without a link", "a [[link]], or a station of a [[segment]]");
        const bool sends = std::any_of(traffic.flows.begin(), traffic.flows.end(),
                                       [h](const TrafficFlow& f) { return f.from == h || f.to == h; });
        if (!sends && !link->ends[0].is_switch && !link->ends[1].is_switch)
            throw root.error(key, "only a MAC, alone with a host and without a flow",
                             "a flow from or to it, or a link to a switch");
    }
}

void read_lists(core::ConfigTable& root, const std::string& level, Traffic& traffic, InputFiles& files) {
    core::ConfigTable network = root.table("network"), defaults = root.table("defaults");
    bool lane = false;
    const std::string arp_server = read_network(network, lane, traffic);
    network.done();
    NamedTables hosts = root.list("host"), switches = root.list("switch"), links = root.list("link", "link"),
                segments = root.list("segment", "segment"), vcs = root.list("vc", "vc"),
                flows = root.list("flow", "flow");
    if (hosts.empty()) throw root.error("host", "missing", "tables [[host]]");
    if (flows.empty()) throw root.error("flow", "missing", "tables [[flow]]");
    for (auto& [name, table] : hosts)
        traffic.hosts.push_back(read_traffic_host(table.over(defaults.table("host")), name,
                                                  {traffic.hosts.size(), hosts.size(), level, lane}, files));
    defaults.done();
    read_signals(root, traffic);
    for (auto& [name, table] : switches) traffic.switches.push_back(read_traffic_switch(table, name));
    for (auto& [name, table] : links) traffic.links.push_back(read_traffic_link(table, name, traffic));
    for (auto& [name, table] : segments) read_traffic_segment(table, name, traffic);
    if (traffic.common.analyzer.on && !traffic.has_signals())
        throw root.error("analyzer", "no signals with cards at the coarse level",
                         "a host with level = \"cycle\", a hub or a [[segment]]");
    refuse_loops_and_clip(root, traffic, lane);
    for (auto& [name, table] : vcs) traffic.vcs.push_back(read_traffic_vc(table, name, traffic));
    for (auto& [name, table] : flows) {
        traffic.flows.push_back(read_traffic_flow(table, name, traffic));
        add_way_back(root, flows, traffic);
    }
    refuse_macs_alone(root, traffic);
    find_arp_server(network, arp_server, traffic);
    add_missing_vcs(traffic);
    refuse_beyond_cycle_cards(traffic, links, vcs);
}

constexpr double kCellBits = 424;

double cell_us(double bits_per_second) { return kCellBits / bits_per_second * 1e6; }

/// Of the sender's line, or of its shaper.
double sent_rate(const Traffic& traffic, const TrafficVc& vc) {
    const TrafficHop& first = vc.path.front();
    const double line = traffic.links[first.link].to[first.towards].cell_rate * kCellBits;
    if (vc.peak_cell_rate <= 0 || vc.peak_cell_rate >= line) return line;
    return kCellBits / (cell_us(vc.peak_cell_rate) + traffic.hosts[vc.from].card.shaped_cell_us) * 1e6;
}

std::string remark(const Traffic& traffic, const TrafficVc& vc, double rate) {
    const coarse::CardConfig& card = traffic.hosts[vc.from].card;
    const std::uint32_t cells = net::aal5_cells(card.mtu + card.header_octets);
    const double early_us = (cells - 1) * (cell_us(vc.police) - cell_us(rate));
    const double gap_us = vc.peak_cell_rate > 0 ? card.shaped_gap_us : card.pdu_gap_us;
    const double tolerance_us = base::to_us(vc.tolerance);
    std::string text = fmt::format(
        "{}: cells are sent at {:.3f} Mb/s, {:.1f} % above the contract of {:.3f} Mb/s. The last cell of a PDU of {} "
        "cells is early by {:.0f} us of the {:.0f} us that police_tolerance permits",
        vc.name, rate / 1e6, 100 * (rate / vc.police - 1), vc.police / 1e6, cells, early_us, tolerance_us);
    if (early_us <= tolerance_us && gap_us >= early_us + cell_us(vc.police) - cell_us(rate))
        return text + fmt::format(
                          ", and the card pauses for {:.0f} us after each PDU: the policer drops nothing, although "
                          "the contract is violated.",
                          gap_us);
    return text + ": the policer drops cells when PDUs follow each other.";
}

/// One sentence per policed connection with a card that sends cells above its contract. It has the
/// time by which the last cell of the largest PDU is early, and whether the tolerance and the card's
/// gap between PDUs hide that from the policer.
std::vector<std::string> contract_remarks(const Traffic& traffic) {
    std::vector<std::string> remarks;
    for (const TrafficVc& vc : traffic.vcs) {
        if (vc.police <= 0 || vc.path.size() < 2 || traffic.hosts[vc.from].cycle) continue;
        const double rate = sent_rate(traffic, vc);
        if (rate > vc.police) remarks.push_back(remark(traffic, vc, rate));
    }
    return remarks;
}

std::vector<std::string> remarks_of(const Traffic& traffic) {
    std::vector<std::string> remarks = contract_remarks(traffic);
    const auto is_set = [&traffic](const char* key) {
        return std::any_of(traffic.common.changed.begin(), traffic.common.changed.end(),
                           [key](const ChangedKey& c) { return c.key == key; });
    };
    const bool by_themselves = std::all_of(traffic.flows.begin(), traffic.flows.end(),
                                           [](const TrafficFlow& f) { return f.ends_by_itself(); });
    if (is_set("run.duration") && by_themselves)
        remarks.emplace_back(
            "run.duration ends nothing here: each flow is over when all it has to send is there (its octets or "
            "transactions).");
    const bool atm =
        std::any_of(traffic.links.begin(), traffic.links.end(), [](const TrafficLink& l) { return !l.ether; });
    if (is_set("network.ip") && !atm) remarks.emplace_back("network.ip has no effect here: no link is one of ATM.");
    return remarks;
}

}  // namespace

bool Traffic::has_cycle_hosts() const {
    return std::any_of(hosts.begin(), hosts.end(), [](const TrafficHost& h) { return h.cycle != nullptr; });
}

bool Traffic::has_signals() const {
    const auto is_mac = [](const TrafficHost& h) { return h.mac.has_value(); };
    return has_cycle_hosts() || std::any_of(hosts.begin(), hosts.end(), is_mac) ||
           std::any_of(switches.begin(), switches.end(), [](const TrafficSwitch& s) { return s.is_shared(); });
}

AnalyzerNames analyzer_names(const Traffic& traffic) {
    AnalyzerNames names;
    for (const bool cycle : {true, false})
        for (const TrafficHost& h : traffic.hosts)
            if ((h.cycle != nullptr) == cycle) names.hosts.push_back(h.name);
    if (!traffic.has_cycle_hosts()) names.clock = "mac.TXC";
    return names;
}

std::string Traffic::level() const {
    const bool all = std::all_of(hosts.begin(), hosts.end(), [](const TrafficHost& h) { return h.cycle || h.mac; });
    return all ? "cycle" : has_signals() ? "mixed" : "coarse";
}

Traffic read_traffic(const std::string& path, const Overrides& overrides, InputFiles files) {
    const auto read = [](core::ConfigTable& root, Traffic& traffic, InputFiles& from) {
        const std::string level = read_run(root.table("run"), traffic);
        read_tables(root, {"analyzer", "host", "switch", "link", "segment", "vc", "flow"},
                    [&] { read_lists(root, level, traffic, from); });
    };
    Traffic traffic = read_described<Traffic>(path, overrides, std::move(files), read);
    traffic.common.remarks = remarks_of(traffic);
    return traffic;
}

}  // namespace niclab::lab
