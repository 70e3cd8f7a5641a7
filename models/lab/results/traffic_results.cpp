#include "lab/results/traffic_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/output_file.h"
#include "lab/results/chain_report.h"
#include "lab/results/packet_times.h"
#include "lab/results/results.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const CpuShares& s) {
    return {{"interrupt", rounded(s.interrupt)},
            {"protocol", rounded(s.protocol)},
            {"process", rounded(s.process)},
            {"idle", rounded(s.idle)}};
}

ordered_json to_json(const Limit& l) {
    return {{"kind", l.kind}, {"who", l.who}, {"share", rounded(l.share)}, {"text", l.text}};
}

/// The busy resources on a flow's path, and the waits of its sender; without those of no duration.
ordered_json to_json(const std::vector<Use>& shares) {
    ordered_json all = ordered_json::array();
    for (const Use& u : shares) {
        ordered_json use = {{"of", to_string(u.of)}, {"who", u.who}};
        if (u.of == Use::Of::Cpu) use["context"] = host::to_string(u.context);
        if (u.of == Use::Of::Wait) use["for"] = stack::to_string(u.wait);
        use["share"] = rounded(u.busy);
        if (u.busy > 0 && std::find(all.begin(), all.end(), use) == all.end()) all.push_back(std::move(use));
    }
    return all;
}

ordered_json to_json(const stack::DropCounts& counts) {
    ordered_json j = ordered_json::object();
    for (std::size_t k = 0; k < stack::kDrops; ++k)
        if (counts[k] > 0) j[stack::to_string(stack::Drop(k))] = counts[k];
    return j;
}

ordered_json to_json(const CellLedger& l) {
    return {{"sent", l.sent},
            {"delivered", l.delivered},
            {"dropped", to_json(l.dropped)},
            {"in_flight", l.in_flight},
            {"balances", l.balances()}};
}

ordered_json to_json(const FlowResult& f) {
    return {{"run", f.run},
            {"name", f.name},
            {"kind", f.kind},
            {"from", f.from},
            {"to", f.to},
            {"octets", f.outcome.octets},
            {"written", f.outcome.written},
            {"seconds", rounded(f.outcome.seconds())},
            {"mbit_s", rounded(f.outcome.mbit_s())},
            {"transactions", f.outcome.transactions},
            {"transactions_s",
             f.outcome.transactions > 0 ? rounded(double(f.outcome.transactions) / f.outcome.seconds()) : 0},
            {"rtt_p50_us", rounded(f.round_trip_us(50))},
            {"rtt_p99_us", rounded(f.round_trip_us(99))},
            {"datagrams_sent", f.outcome.datagrams_sent},
            {"datagrams_received", f.outcome.datagrams_received},
            {"segments", f.segments},
            {"retransmitted", f.retransmitted},
            {"timeouts", f.timeouts},
            {"fast_retransmits", f.fast_retransmits},
            {"acks", f.acks},
            {"lost", to_json(f.lost)},
            {"limit", to_json(f.limit())},
            {"uses", to_json(f.shares)},
            {"ledger", {{"waiting", f.waiting}, {"outstanding", f.outstanding}, {"balances", f.balances}}}};
}

ordered_json to_json(const HostResult& h) {
    ordered_json strands = ordered_json::object();
    for (const auto& [name, busy] : h.strands) strands[name] = busy;
    return {{"run", h.run},
            {"name", h.name},
            {"processors", h.processors},
            {"cpu_percent", to_json(h.shares)},
            {"busy_fs", strands},
            {"idle_fs", h.idle},
            {"elapsed_fs", h.elapsed},
            {"exact", h.exact()},
            {"pdus_sent", h.pdus_sent},
            {"pdus_received", h.pdus_received},
            {"interrupts", h.interrupts}};
}

/// The level of each host, unless it is the same for all.
void add_levels(ordered_json& hosts, const TrafficResults& r) {
    if (r.level == "coarse") return;
    for (ordered_json& host : hosts)
        for (const CardResult& c : r.cards)
            if (host["run"] == c.run && host["name"] == c.host) host["level"] = c.level, host["card"] = c.card;
}

ordered_json to_json(const TrafficResults& r) {
    ordered_json network{{"flows", ordered_json::array()},
                         {"hosts", ordered_json::array()},
                         {"packets", ordered_json::array()},
                         {"fairness", ordered_json::array()}};
    for (const FlowResult& f : r.flows) network["flows"].push_back(to_json(f));
    for (const HostResult& h : r.hosts) network["hosts"].push_back(to_json(h));
    add_levels(network["hosts"], r);
    for (std::size_t k = 0; k < r.ledgers.size(); ++k) {
        const PacketLedger& l = r.ledgers[k];
        network["packets"].push_back({{"run", k},
                                      {"sent", l.sent},
                                      {"delivered", l.delivered},
                                      {"dropped", to_json(l.dropped)},
                                      {"in_flight", l.in_flight},
                                      {"balances", l.balances()},
                                      {"dropped_in_hosts", to_json(r.drops_above[k])},
                                      {"cells", to_json(r.cells[k])}});
        if (!r.ports.empty())
            network["packets"].back()["copies"] = l.copies, network["packets"].back()["filtered"] = l.filtered;
        network["fairness"].push_back(rounded(fairness(r, unsigned(k))));
    }
    if (!r.ports.empty()) network["ports"] = port_table().json(r.ports);
    if (!r.arp.empty()) network["arp"] = arp_table().json(r.arp);
    if (r.has_packet_times()) network["latencies"] = packet_times_json(r);
    ordered_json all = head_json(r);
    all["warnings"] = r.remarks, all["messages"] = r.notes;
    all["answer"] = traffic_answers(r), all["config"] = *r.config, all["network"] = std::move(network);
    all["speed"] = {{"simulated_us", rounded(r.simulated_s * 1e6)}, {"packets", r.packets}, {"steps", r.steps}};
    all["provenance"] = to_json(r.provenance);
    if (!r.checks.empty()) all["checks"] = lab::to_json(r.checks);
    if (r.means.reported()) all["confidence"] = lab::to_json(r.means);
    if (r.analyzer.on) all["analyzer"] = to_json(r.analyzer);
    if (!r.paths.chains.empty())
        all["chain"] = chain_json(r.paths.chains), all["attribution"] = to_json(r.paths.attribution);
    return all;
}

MeanUnit unit_of_rates(const TrafficResults& results, const std::string& flow) {
    const bool transactions = std::any_of(results.flows.begin(), results.flows.end(), [&flow](const FlowResult& f) {
        return f.name == flow && f.outcome.transactions > 0;
    });
    return transactions ? kTransactions : kMegabits;
}

}  // namespace

bool HostResult::exact() const {
    Femtoseconds sum = idle;
    for (const auto& strand : strands) sum += strand.second;
    return sum == elapsed * processors;
}

bool TrafficResults::has_packet_times() const {
    return std::any_of(flows.begin(), flows.end(), [](const FlowResult& f) { return f.signs.latency; });
}

bool TrafficResults::checks_held() const {
    return std::all_of(flows.begin(), flows.end(), [](const FlowResult& f) { return f.balances; }) &&
           std::all_of(hosts.begin(), hosts.end(), [](const HostResult& h) { return h.exact(); }) &&
           std::all_of(ledgers.begin(), ledgers.end(), [](const PacketLedger& l) { return l.balances(); }) &&
           std::all_of(cells.begin(), cells.end(), [](const CellLedger& l) { return l.balances(); }) &&
           violations() == 0;
}

std::string main_cause(const stack::DropCounts& lost) {
    const auto most = std::max_element(lost.begin(), lost.end());
    return *most > 0 ? stack::to_string(stack::Drop(most - lost.begin())) : "";
}

std::vector<double> rates_of(const TrafficResults& results, const std::string& flow) {
    std::vector<double> rates;
    for (const FlowResult& f : results.flows)
        if (f.name == flow)
            rates.push_back(f.outcome.transactions > 0 ? double(f.outcome.transactions) / f.outcome.seconds()
                                                       : f.outcome.mbit_s());
    return rates;
}

RunMeans means_of(const Traffic& traffic, const TrafficResults& results) {
    RunMeans means = rate_means(traffic.common.confidence);
    for (const TrafficFlow& f : traffic.flows) {
        if (!f.measures_times()) {
            means.items.push_back({f.name, rates_of(results, f.name), unit_of_rates(results, f.name)});
            continue;
        }
        means.measure = kRatesAndTimes;
        const std::string &from = traffic.hosts[f.from].name, &to = traffic.hosts[f.to].name;
        means.items.push_back({from + "_to_" + to + "." + f.name, mean_times(results, f.name, false), kMicroseconds});
        if (f.has_transactions())
            means.items.push_back(
                {to + "_to_" + from + "." + f.name, mean_times(results, f.name, true), kMicroseconds});
    }
    return means;
}

FlowResult in_all_runs(const TrafficResults& results, const std::string& flow) {
    FlowResult sum;
    bool first = true;
    for (const FlowResult& f : results.flows) {
        if (f.name != flow) continue;
        if (std::exchange(first, false)) {
            sum = f;
            continue;
        }
        const apps::Outcome& more = f.outcome;
        apps::Outcome& all = sum.outcome;
        all.transactions += more.transactions;
        all.datagrams_sent += more.datagrams_sent, all.datagrams_received += more.datagrams_received;
        all.round_trips.insert(all.round_trips.end(), more.round_trips.begin(), more.round_trips.end());
        for (std::size_t way = 0; way < all.packet_times.size(); ++way)
            all.packet_times[way].insert(all.packet_times[way].end(), more.packet_times[way].begin(),
                                         more.packet_times[way].end());
        sum.segments += f.segments, sum.retransmitted += f.retransmitted, sum.timeouts += f.timeouts;
    }
    return sum;
}

double fairness(const TrafficResults& results, unsigned run) {
    std::vector<double> payload, frames;
    for (const FlowResult& f : results.flows)
        if (f.run == run && !f.signs.latency) (f.signs.frames ? frames : payload).push_back(f.outcome.mbit_s());
    return jain(payload.empty() ? frames : payload, 1);
}

void write_results(const TrafficResults& r, const std::string& folder, const std::string& summary) {
    write_head(to_json(r), folder, summary);
    core::write_file(folder + "/flows.csv", flow_table().csv(r.flows));
    core::write_file(folder + "/hosts.csv", host_table().csv(r.host_samples));
    core::write_file(folder + "/tcp.csv", tcp_table().csv(r.flow_samples));
    core::write_file(folder + "/queues.csv", queue_table().csv(r.queue_samples));
    core::write_file(folder + "/cards.csv", card_table().csv(r.cards));
    core::write_file(folder + "/drops.csv", drop_table().csv(r.drops));
    if (!r.ports.empty()) core::write_file(folder + "/ports.csv", port_table().csv(r.ports));
    if (!r.arp.empty()) core::write_file(folder + "/arp.csv", arp_table().csv(r.arp));
    if (r.has_packet_times()) core::write_file(folder + "/latencies.csv", packet_time_table().csv(packet_time_rows(r)));
    if (!r.paths.chains.empty()) write_attribution(folder, r.paths.attribution);
    write_analyzer(r.analyzer, folder);
}

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

}  // namespace niclab::lab
