#include "lab/results/port_results.h"

#include <fmt/format.h>

#include <cmath>

namespace niclab::lab {

double percent_of(double share) { return std::round(share * 1e8) / 1e6; }

std::vector<PortResult> port_results(const Traffic& traffic, const TrafficBench& bench, unsigned run) {
    std::vector<PortResult> all;
    const auto now = double(bench.event_queue().now());
    for (std::size_t l = 0; l < traffic.links.size(); ++l)
        for (const unsigned k : {0u, 1u}) {
            const auto mac = bench.ethernet().activity(l, k);
            if (!mac) continue;
            const TrafficEnd& end = traffic.links[l].ends[k];
            PortResult p;
            p.run = run, p.port = end.name, p.peer = traffic.links[l].ends[1 - k].name;
            p.full_duplex = mac->full_duplex, p.bit_rate = mac->bit_rate;
            p.sent = mac->sent, p.mac = mac->stats;
            p.sending = double(p.mac.sending) / now, p.occupied = double(p.mac.occupied) / now;
            p.held_off = double(p.mac.held_off) / now;
            if (end.is_switch) {
                const auto& queue = bench.ethernet().ether_switch(end.node)->stats(end.port);
                p.queue_full = queue.queue_full, p.most_queued = queue.most;
            }
            all.push_back(std::move(p));
        }
    return all;
}

std::string ports_text(const std::vector<PortResult>& ports) {
    if (ports.empty()) return "";
    std::string text = fmt::format(
        "\n{:<16}{:>10}{:>10}{:>11}{:>10}{:>11}{:>12}  Ethernet: frames, attempts, slots of 512 bits; all of the run\n",
        "port", "sent", "deferred", "collisions", "slots", "given up", "occupied");
    for (const PortResult& p : ports)
        if (p.run == 0)
            text += fmt::format("{:<16}{:>10}{:>10}{:>11}{:>10}{:>11}{:>10.2f} %\n", p.port, p.sent.frames,
                                p.sent.deferred, p.sent.collisions, p.mac.slots,
                                p.sent.excessive + p.sent.late_collisions, percent_of(p.occupied));
    return text;
}

}  // namespace niclab::lab
