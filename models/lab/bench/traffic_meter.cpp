#include "lab/bench/traffic_meter.h"

#include <algorithm>
#include <tuple>

#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

namespace {

using Of = Use::Of;

void add_cpu(std::vector<Use>& uses, const TrafficNode& node, bool behind) {
    const host::Cpu& cpu = node.software.cpu();
    for (std::size_t k = 0; k < host::kContexts; ++k) {
        const auto context = host::Context(k);
        uses.push_back({Of::Cpu, node.config.name, behind, double(cpu.busy(context)) / cpu.processors(), context});
    }
}

void add_card(std::vector<Use>& uses, const TrafficNode& node, bool behind) {
    uses.push_back({Of::Card, node.config.name, behind, double(counts_of(node).busy)});
}

/// Both directions: acks may fill a line, too.
void add_lines(std::vector<Use>& uses, const Traffic& traffic, const TrafficBench& bench, const TrafficVc& vc,
               std::size_t sender) {
    for (const TrafficHop& hop : vc.path)
        for (const unsigned towards : {hop.towards, 1 - hop.towards}) {
            const TrafficLink& link = traffic.links[hop.link];
            const net::Line& line = *bench.lines()[hop.link][towards];
            const TrafficEnd& begins = link.ends[1 - towards];
            uses.push_back({Of::Line, begins.name + " to " + link.ends[towards].name, true, double(line.busy())});
            uses.back().leaves = !begins.is_switch && begins.node == sender;
            uses.back().acks = (towards == hop.towards) != (vc.from == sender);
        }
}

/// The name of a segment for all its stations.
std::string shared_line(const Traffic& traffic, const TrafficLink& link, const TrafficEnd& begins,
                        const TrafficEnd& ends) {
    const TrafficEnd& medium = link.ends[1];
    if (medium.is_switch && traffic.switches[medium.node].is_segment) return medium.name;
    return begins.name + " and " + ends.name + " share";
}

/// For half duplex the medium, which both ends share; for full duplex each direction.
void add_ethernet(std::vector<Use>& uses, const Traffic& traffic, const TrafficBench& bench, const TrafficFlow& flow) {
    if (flow.from == flow.to) return;
    for (const TrafficHop& hop : find_path(traffic, flow.from, flow.to)) {
        const TrafficLink& link = traffic.links[hop.link];
        if (!link.ether) continue;
        const TrafficEnd &begins = link.ends[1 - hop.towards], &ends = link.ends[hop.towards];
        const bool leaves = !begins.is_switch && begins.node == flow.from;
        const auto there = bench.ethernet().activity(hop.link, 1 - hop.towards),
                   back = bench.ethernet().activity(hop.link, hop.towards);
        const auto add = [&](const std::string& who, Femtoseconds busy) {
            uses.push_back({Of::Line, who, true, double(busy)});
            uses.back().leaves = leaves;
        };
        if (!link.ether->full_duplex[0] && !link.ether->full_duplex[1]) {
            const std::string both = shared_line(traffic, link, begins, ends);
            const bool known = std::any_of(uses.begin(), uses.end(), [&both](const Use& u) {
                return u.of == Of::Line && u.who == both;  // A segment, over another station's link.
            });
            if (!known) add(both, (there ? there : back)->stats.occupied);
            for (const auto& [mac, end, acks] : {std::tuple{&there, &begins, false}, std::tuple{&back, &ends, true}}) {
                if (!*mac) continue;  // A hub.
                uses.push_back({Of::BackOff, end->name, true, double((*mac)->stats.held_off)});
                uses.back().acks = acks, uses.back().line = both;
            }
            continue;
        }
        add(begins.name + " to " + ends.name, there->stats.sending);
        add(ends.name + " to " + begins.name, back->stats.sending);
    }
}

void add_shaping(std::vector<Use>& uses, const Traffic& traffic, const TrafficBench& bench, const TrafficVc& vc,
                 Femtoseconds now) {
    for (const auto& [from, to] : {std::pair{vc.from, vc.to}, std::pair{vc.to, vc.from}}) {
        if (!bench.nodes()[from]->card) continue;  // At the cycle level: it leaves at the line's rate; or on Ethernet.
        const coarse::Card::Connection* c = bench.nodes()[from]->card->connection(traffic.hosts[to].stack.address);
        if (c && c->spacing > 0) uses.push_back({Of::PeakCellRate, vc.name, false, double(c->paced.until(now))});
    }
}

void add_waits(std::vector<Use>& uses, const TrafficNode& node, const stack::TcpSocket& socket, Femtoseconds now) {
    for (std::size_t k = 0; k < stack::kWaits; ++k) {
        const auto wait = stack::Wait(k);
        uses.push_back({Of::Wait, node.config.name, false, double(socket.waits().of(wait, now)), {}, wait});
    }
    uses.push_back({Of::Stall, node.config.name, false, double(socket.connection().sender().stats().stalled)});
}

}  // namespace

const char* to_string(Use::Of of) {
    static constexpr const char* kNames[] = {"peak_cell_rate", "line",  "back_off", "card", "cpu",
                                             "wait",           "stall", "held_ack"};
    return kNames[std::size_t(of)];
}

std::vector<Use> uses_on_the_way(const Traffic& traffic, const TrafficBench& bench, std::size_t number) {
    const TrafficFlow& flow = traffic.flows[number];
    std::vector<Use> uses;
    for (const TrafficVc& vc : traffic.vcs)
        if ((vc.from == flow.from && vc.to == flow.to) || (vc.from == flow.to && vc.to == flow.from)) {
            add_shaping(uses, traffic, bench, vc, bench.event_queue().now());
            add_lines(uses, traffic, bench, vc, flow.from);
            add_card(uses, *bench.nodes()[flow.from], false);
            add_card(uses, *bench.nodes()[flow.to], true);
        }
    add_ethernet(uses, traffic, bench, flow);
    if (flow.frames) return uses;
    add_cpu(uses, *bench.nodes()[flow.from], false);
    if (flow.from != flow.to) add_cpu(uses, *bench.nodes()[flow.to], true);
    const TrafficNode& from = *bench.nodes()[flow.from];
    if (const stack::TcpSocket* socket = bench.apps()[number]->sending_socket())
        add_waits(uses, from, *socket, from.software.cpu().elapsed());
    if (const stack::TcpSocket* socket = bench.apps()[number]->receiving_socket())
        uses.push_back(
            {Of::HeldAck, traffic.hosts[flow.to].name, false, double(socket->connection().receiver().held_back())});
    return uses;
}

std::vector<Use> shares_between(const std::vector<Use>& before, const std::vector<Use>& after, double elapsed) {
    std::vector<Use> shares = after;
    for (std::size_t k = 0; k < shares.size(); ++k)
        shares[k].busy = elapsed > 0 ? (after[k].busy - before[k].busy) / elapsed : 0;
    return shares;
}

}  // namespace niclab::lab
