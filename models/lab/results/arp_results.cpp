#include "lab/results/arp_results.h"

#include <fmt/format.h>

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
