// [[switch]], [[link]] and [[vc]] at the coarse level, and the path between two hosts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>

#include "lab/experiment/connection_number.h"
#include "lab/experiment/traffic_ethernet.h"
#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

namespace {

constexpr double kStm1 = 149.76e6;  ///< Rate of STS-3c for cells.

net::LineConfig read_line(core::ConfigTable t, net::LineConfig line) {
    line.cell_loss = t.number("cell_loss", 0, 0, 1, "Cell loss probability.");
    for (const std::int64_t n :
         t.integers("lost_pdus", {}, 0, 1'000'000'000, "Numbers of the PDUs that lose a cell, counted from 0."))
        line.lost_pdus.insert(std::uint64_t(n));
    t.done();
    return line;
}

}  // namespace

TrafficEnd read_end(const core::ConfigTable& t, const char* key, const std::string& text, const Traffic& traffic) {
    std::vector<std::string> known = names_of(traffic.hosts);
    for (const TrafficSwitch& s : traffic.switches) known.push_back(s.name);
    const std::size_t colon = text.find(':');
    const std::size_t node = index_of_name(t, key, text.substr(0, colon), "host or switch", known);
    TrafficEnd end{node >= traffic.hosts.size(), node, 0, text};
    if (!end.is_switch) {
        if (colon != std::string::npos)
            throw t.error(key, "'" + text + "' names a port of a host",
                          "the host without a port, since it has one card");
        return end;
    }
    end.node -= traffic.hosts.size();
    end.port = port_of(t, key, text, traffic.switches[end.node].ports) - 1;
    return end;
}

void refuse_second_link(const core::ConfigTable& t, const char* key, const TrafficEnd& end, const Traffic& traffic) {
    for (const TrafficLink& other : traffic.links)
        if (end == other.ends[0] || end == other.ends[1])
            throw t.error(key, "'" + end.name + "' has another link", "one link per card and port");
}

std::string table_of_end(const std::string& prefix, const std::string& end) {
    std::string key = prefix + end;
    std::replace(key.begin(), key.end(), ':', '_');
    return key;
}

TrafficSwitch read_traffic_switch(core::ConfigTable t, const std::string& name) {
    TrafficSwitch s;
    s.name = name;
    if (read_ethernet_switch(t, s)) return s;
    const auto cells = [&t](const char* key, std::int64_t standard, const char* what) {
        return std::uint32_t(t.integer(key, standard, 0, 1 << 24, what));
    };
    s.ports = unsigned(t.integer("ports", 16, 2, 1024, "Number of ports. They are numbered from 1."));
    s.queue.per_vc = t.choice("queues", "port", {"port", "vc"},
                              "Output queues: one per port, or one per connection with round-robin service.") == "vc";
    s.queue.cells = std::max(1u, cells("queue_cells", 256, "Capacity of each output queue in cells."));
    s.queue.clp_cells = cells(
        "clp_cells", 0, "Queue length in cells at which cells with CLP set are dropped. 0: the capacity of the queue.");
    s.queue.epd_cells =
        cells("epd_cells", 0, "Early packet discard: queue length in cells above which new PDUs are dropped. 0: off.");
    s.queue.ppd = t.boolean("ppd", false, "Partial packet discard: drop the rest of a PDU after a dropped cell.");
    s.queue.transit = read_span(t, "transit", 10e3, 0, 1e9, "Latency of the switch without queueing.");
    t.done();
    return s;
}

TrafficLink read_traffic_link(core::ConfigTable t, const std::string& name, const Traffic& traffic) {
    TrafficLink link;
    link.name = name;
    const std::vector<std::string> ends =
        t.texts("ends", {}, "Two ends of the link, each \"HOST\" or \"SWITCH:PORT\".");
    if (ends.size() != 2)
        throw t.error("ends", fmt::format("{} ends", ends.size()), "two, such as [\"a\", \"switch:1\"]");
    for (const unsigned k : {0u, 1u}) link.ends[k] = read_end(t, "ends", ends[k], traffic);
    for (const TrafficEnd& end : link.ends) refuse_second_link(t, "ends", end, traffic);
    if (link.ends[0] == link.ends[1]) throw t.error("ends", "'" + ends[0] + "' twice", "two different ends");
    if (read_ethernet_link(t, traffic, link)) return link;
    net::LineConfig line;
    line.cell_rate = t.bits_per_second("rate", kStm1, 1e3, 1e12,
                                       "Bit rate of the link; for ATM, the rate of cells: 149.76 Mb/s for STS-3c.") /
                     424;
    line.delay = read_span(t, "delay", 10, 0, 1e10, "Propagation delay in each direction. 2 m of fiber have 10 ns.");
    for (const unsigned k : {0u, 1u}) {
        line.name = link.ends[1 - k].name + "_to_" + link.ends[k].name;
        link.to[k] = read_line(t.table(table_of_end("to_", ends[k])), line);
    }
    t.done();
    return link;
}

std::vector<TrafficHop> find_path(const Traffic& traffic, std::size_t from, std::size_t to) {
    const auto index = [&traffic](const TrafficEnd& e) { return e.is_switch ? traffic.hosts.size() + e.node : e.node; };
    std::vector<std::optional<TrafficHop>> came(traffic.hosts.size() + traffic.switches.size());
    std::deque<std::size_t> open{from};
    while (!open.empty()) {
        const std::size_t node = open.front();
        open.pop_front();
        if (node != from && node < traffic.hosts.size()) continue;  // Hosts do not forward.
        for (std::size_t l = 0; l < traffic.links.size(); ++l)
            for (const unsigned k : {0u, 1u}) {
                const std::size_t next = index(traffic.links[l].ends[k]);
                if (index(traffic.links[l].ends[1 - k]) != node || next == from || came[next]) continue;
                came[next] = TrafficHop{l, k};
                open.push_back(next);
            }
    }
    std::vector<TrafficHop> path;
    for (std::size_t node = to; node != from && came[node];
         node = index(traffic.links[came[node]->link].ends[1 - came[node]->towards]))
        path.insert(path.begin(), *came[node]);
    return path;
}

namespace {

/// Hosts and switches on a connection's path.
std::vector<std::string> places_of(const Traffic& traffic, const TrafficVc& vc) {
    std::vector<std::string> places{traffic.hosts[vc.from].name};
    for (const TrafficHop& hop : vc.path) {
        const TrafficEnd& end = traffic.links[hop.link].ends[hop.towards];
        places.push_back(end.is_switch ? traffic.switches[end.node].name : traffic.hosts[end.node].name);
    }
    return places;
}

}  // namespace

TrafficVc read_traffic_vc(core::ConfigTable t, const std::string& name, const Traffic& traffic) {
    TrafficVc vc;
    vc.name = name;
    const std::vector<std::string> path =
        t.texts("path", {}, "Path of the connection: a host, the switches that it passes, and the other host.");
    const std::vector<std::string> hosts = names_of(traffic.hosts);
    if (path.size() < 2) throw t.error("path", fmt::format("{} names", path.size()), "at least two hosts");
    vc.from = index_of_name(t, "path", path.front(), "host", hosts);
    vc.to = index_of_name(t, "path", path.back(), "host", hosts);
    vc.path = find_path(traffic, vc.from, vc.to);
    if (vc.path.empty())
        throw t.error("path", "no links between " + path.front() + " and " + path.back(),
                      "two hosts that links connect");
    std::vector<std::string> passed{path.front()};
    for (const TrafficHop& hop : vc.path) {
        const auto& ends = traffic.links[hop.link].ends;
        for (const TrafficEnd* e : {&ends[1 - hop.towards], &ends[hop.towards]})
            if (e->is_switch) passed.push_back(e->name);
    }
    passed.push_back(path.back());
    if (path.size() > 2 && path != passed)
        throw t.error("path", "not the shortest path", fmt::format("{}", fmt::join(passed, ", ")));
    if (!cut_at_bridge(traffic, vc) || traffic.hosts[vc.from].on_ethernet())
        throw t.error("path", "the first host is not on ATM, or Ethernet is not last",
                      "a path of ATM, or of ATM, a lane_bridge and then Ethernet");
    vc.vci = std::uint16_t(t.integer("vci", kLowestVci + std::int64_t(traffic.vcs.size()), kLowestVci, 65535,
                                     "VCI on each link, in both directions."));
    for (const TrafficVc& other : traffic.vcs)
        if (other.vci == vc.vci) throw t.error("vci", "used by another vc", "another VCI");
    vc.peak_cell_rate = t.bits_per_second(
        "peak_cell_rate", 0, 0, 1e12,
        "Peak cell rate to which the cards shape the connection, in bits of 53-octet cells. 0 b/s: the line rate.");
    vc.police = t.bits_per_second(
        "police", 0, 0, 1e12,
        "Peak cell rate that switches police at their inputs, in bits of 53-octet cells. 0 b/s: no policing.");
    vc.tolerance = read_span(t, "police_tolerance", 250e3, 0, 1e9,
                             "Tolerance of the policing: maximum time by which a cell may be early.");
    vc.not_open_at =
        t.texts("not_configured_at", {}, "Hosts and switches of the path where the connection is not configured.");
    for (const std::string& place : vc.not_open_at)
        index_of_name(t, "not_configured_at", place, "host or switch of this path", places_of(traffic, vc));
    t.done();
    return vc;
}

void refuse_beyond_cycle_cards(const Traffic& traffic, const NamedTables& links, const NamedTables& vcs) {
    constexpr std::uint16_t kHighestVci = 4095;
    const auto at_cycle_level = [&](std::size_t host) { return traffic.hosts[host].cycle != nullptr; };
    for (std::size_t l = 0; l < links.size(); ++l)
        for (const TrafficEnd& end : traffic.links[l].ends)
            if (!end.is_switch && at_cycle_level(end.node) && !traffic.links[l].ether &&
                std::abs(traffic.links[l].to[0].cell_rate * 424 - kStm1) > 1)
                throw links[l].second.error("rate",
                                            "not the rate of the card of " + end.name + ", which is at the cycle level",
                                            "149.76 Mb/s, the rate of STS-3c");
    for (std::size_t v = 0; v < vcs.size(); ++v) {
        const TrafficVc& vc = traffic.vcs[v];
        for (const std::size_t host : {vc.from, vc.to}) {
            if (!at_cycle_level(host) || traffic.hosts[host].on_ethernet()) continue;
            const std::string whose = " with the card of " + traffic.hosts[host].name + " at the cycle level";
            if (vc.peak_cell_rate > 0)
                throw vcs[v].second.error("peak_cell_rate", "shaping" + whose,
                                          "no peak_cell_rate, since the driver of that card uses the rate of the line");
            if (vc.vci > kHighestVci) throw vcs[v].second.error("vci", "out of range" + whose, "at most 4095");
        }
    }
}

}  // namespace niclab::lab
