#include "lab/results/arp_results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lab/results/columns.h"

namespace niclab::lab {

namespace {

constexpr std::uint64_t kJoin = 6, kEachStation = 2;  ///< Control frames of a LEC.

const char* protocol_of(const TrafficNode& node, bool arp_server) {
    return !node.asks_connections() ? "arp" : arp_server ? "atmarp" : "inatmarp";
}

std::uint64_t lane_control(const TrafficNode& node) {
    if (node.config.on_ethernet() || !node.config.lane()) return 0;
    return kJoin + kEachStation * node.stack.neighbours()->stats().known;
}

}  // namespace

std::vector<ArpResult> arp_results(const TrafficBench& bench, unsigned run) {
    const bool arp_server = bench.has_arp_server();
    std::vector<ArpResult> all;
    for (const auto& node : bench.nodes())
        if (const stack::Neighbours* neighbours = node->stack.neighbours())
            all.push_back(
                {run, node->config.name, protocol_of(*node, arp_server), neighbours->stats(), lane_control(*node)});
    return all;
}

std::string arp_csv(const std::vector<ArpResult>& hosts) {
    std::string text = core::header(arp_columns());
    for (const ArpResult& h : hosts)
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.3f},{},{}\n", h.run, h.host, h.protocol,
                            h.stats.requests_sent, h.stats.requests_received, h.stats.replies_sent,
                            h.stats.replies_received, h.stats.naks, h.stats.waited, h.stats.dropped,
                            base::to_us(h.stats.longest), h.stats.known, h.lane_control);
    return text;
}

nlohmann::ordered_json to_json(const std::vector<ArpResult>& hosts) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const ArpResult& h : hosts)
        all.push_back({{"run", h.run},
                       {"host", h.host},
                       {"protocol", h.protocol},
                       {"requests_sent", h.stats.requests_sent},
                       {"requests_received", h.stats.requests_received},
                       {"replies_sent", h.stats.replies_sent},
                       {"replies_received", h.stats.replies_received},
                       {"naks", h.stats.naks},
                       {"packets_waited", h.stats.waited},
                       {"packets_dropped", h.stats.dropped},
                       {"max_wait_us", base::to_us(h.stats.longest)},
                       {"addresses", h.stats.known},
                       {"lane_control_frames", h.lane_control}});
    return all;
}

std::string arp_text(const std::vector<ArpResult>& hosts) {
    if (hosts.empty()) return "";
    std::string text = fmt::format("\n{:<16}{:>10}{:>10}{:>10}{:>10}{:>12}{:>14}  address resolution\n", "host",
                                   "asked", "answered", "waited", "dropped", "longest", "LANE control");
    for (const ArpResult& h : hosts)
        if (h.run == 0)
            text += fmt::format("{:<16}{:>10}{:>10}{:>10}{:>10}{:>9.1f} us{:>14}\n", h.host, h.stats.requests_sent,
                                h.stats.replies_sent, h.stats.waited, h.stats.dropped, base::to_us(h.stats.longest),
                                h.lane_control);
    return text;
}

}  // namespace niclab::lab
