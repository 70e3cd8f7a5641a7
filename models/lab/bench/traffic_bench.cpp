#include "lab/bench/traffic_bench.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "cards/board/atm_device.h"
#include "lab/experiment/connection_number.h"

namespace niclab::lab {

using stack::Loss;

namespace {

/// Of a flow's listener.
std::uint16_t tcp_port_of(std::size_t flow) { return std::uint16_t(5001 + flow); }

/// Interval of cells for a rate in bits of whole cells.
Femtoseconds cell_spacing(double bits_per_second) {
    return bits_per_second <= 0 ? 0 : Femtoseconds(424e15 / bits_per_second + 0.5);
}

}  // namespace

std::uint64_t PacketLedger::lost() const { return std::accumulate(dropped.begin(), dropped.end(), std::uint64_t{0}); }

TrafficBench::TrafficBench(const Traffic& traffic, unsigned run, LinkLevel links)
    : traffic_(traffic), links_(links), seed_(traffic.common.seed + run), starts_(seed_, "starts") {
    const std::uint64_t seed = seed_;
    for (const TrafficHost& h : traffic.hosts) {
        nodes_.push_back(std::make_unique<TrafficNode>(event_queue_, h));
        nodes_.back()->stack.dropped.listen(
            [this, &h](Femtoseconds, const Loss& loss) { note_drop(h.name, true, loss); });
    }
    if (traffic.has_signals()) add_cycle_hosts(seed);
    std::vector<EtherCycleHost*> on_ethernet;
    for (const auto& node : nodes_) on_ethernet.push_back(node->frames);
    ethernet_ = std::make_unique<EtherNet>(
        event_queue_, traffic, seed,
        [this](const std::string& where, const Loss& loss) { note_drop(where, false, loss); }, kernel_bridge_.get(),
        on_ethernet);
    for (const TrafficSwitch& s : traffic.switches) {
        switches_.emplace_back();
        if (s.kind != TrafficSwitch::Kind::Atm) continue;
        switches_.back() = std::make_unique<net::AtmSwitch>(event_queue_, s.name, s.ports);
        switches_.back()->lost = [this, &s](const Loss& loss) { note_drop(s.name, false, loss); };
    }
    lay_lines(seed);
    add_cards(seed);
    connect_lines();
    if (traffic.resolves) resolve_addresses();
    open_connections();
    add_apps();
}

void TrafficBench::note_drop(const std::string& where, bool in_stack, const Loss& loss) {
    drops_.note({flow_of_.of(loss.packet), where, in_stack, loss.cause}, {loss.packets, loss.octets(), loss.cells});
}

void TrafficBench::lay_lines(std::uint64_t seed) {
    for (const TrafficLink& link : traffic_.links) {
        lines_.emplace_back();
        if (link.ether) continue;
        for (const unsigned k : {0u, 1u}) {
            lines_.back()[k] = std::make_unique<net::Line>(event_queue_, link.to[k], seed);
            const TrafficEnd& from = link.ends[1 - k];
            if (from.is_switch && switches_[from.node])
                switches_[from.node]->attach(from.port, traffic_.switches[from.node].queue, *lines_.back()[k]);
        }
    }
}

void TrafficBench::add_cards(std::uint64_t seed) {
    for (std::size_t l = 0; l < traffic_.links.size(); ++l)
        for (const unsigned k : {0u, 1u}) {
            const TrafficEnd& end = traffic_.links[l].ends[k];
            if (end.is_switch) {
                if (!switches_[end.node] && lines_[l][1 - k])
                    ethernet_->add_atm_card(end.node, *lines_[l][1 - k], seed);
                continue;
            }
            TrafficNode& node = *nodes_[end.node];
            if (node.cycle) {
                node.stack.attach(node.cycle->card());
                continue;
            }
            if (net::FramePort* port = ethernet_->port(l, k)) {
                add_ethernet_card(node, *port);
                continue;
            }
            node.card = std::make_unique<coarse::Card>(event_queue_, node.config.card, *lines_[l][1 - k], seed,
                                                       node.config.name);
            node.card->dropped.listen([this, &node](Femtoseconds, const Loss& loss) { count_lost(node, loss); });
            node.stack.attach(*node.card);
        }
}

void TrafficBench::add_ethernet_card(TrafficNode& node, net::FramePort& port) {
    if (node.config.mac) {
        node.mac = std::make_unique<MacHost>(event_queue_, port, node.config.stack.address);
        node.mac->dropped.listen([this, &node](Femtoseconds, const Loss& loss) { count_lost(node, loss); });
        return;
    }
    node.ether = std::make_unique<coarse::EtherCard>(event_queue_, *node.config.ether, port, node.config.stack.address);
    node.ether->dropped.listen([this, &node](Femtoseconds, const Loss& loss) { count_lost(node, loss); });
    node.stack.attach(*node.ether);
}

void TrafficBench::connect_lines() {
    for (std::size_t l = 0; l < traffic_.links.size(); ++l)
        for (const unsigned k : {0u, 1u}) {
            const TrafficEnd& end = traffic_.links[l].ends[k];
            if (!lines_[l][k]) continue;
            if (end.is_switch && switches_[end.node])
                lines_[l][k]->connect(*switches_[end.node], end.port);
            else if (end.is_switch)
                lines_[l][k]->connect(*ethernet_->atm_card(end.node), 0);
            else
                connect_host(end, *lines_[l][k], *lines_[l][1 - k]);
        }
}

void TrafficBench::connect_host(const TrafficEnd& end, net::Line& to_host, net::Line& from_host) {
    const TrafficNode& node = *nodes_[end.node];
    if (!node.cells) return to_host.connect(*node.card, 0);
    to_host.connect(node.cells->port, 0);
    node.cells->port.connect(from_host);
}

/// A new simulation context for each run: one that has started accepts no more modules.
void TrafficBench::add_cycle_hosts(std::uint64_t seed) {
    context_ = std::make_unique<core::Contexts>(1, true);
    context_->enter(0);
    kernel_bridge_ = std::make_unique<core::KernelBridge>("conductor", event_queue_);
    kernel_bridge_->is_idle = [this] {
        bool rest = ethernet_->is_idle();  // All are called, because each stores what it has seen.
        for (const auto& node : nodes_)
            if (node->cycle && !node->cycle->is_idle()) rest = false;
        return rest;
    };
    base::RandomStream phases(seed, "phases");
    for (const auto& node : nodes_)
        if (node->config.cycle) add_cycle_host(*node, phases, seed);
}

void TrafficBench::add_cycle_host(TrafficNode& node, base::RandomStream& phases, std::uint64_t seed) {
    const auto add = [&](auto*& host) {
        using Host = std::remove_reference_t<decltype(*host)>;
        auto made = std::make_unique<Host>(node.config, *kernel_bridge_, node.software.cpu(), phases, seed);
        host = made.get();
        if (links_ == LinkLevel::Transaction) made->enter_transaction_level();
        node.cycle = std::move(made);
    };
    node.config.on_ethernet() ? add(node.frames) : add(node.cells);
    node.cycle->lost.listen([this, &node](Femtoseconds, const Loss& loss) { count_lost(node, loss); });
}

std::vector<const End*> TrafficBench::ends() const {
    std::vector<const End*> all;
    for (const auto& node : nodes_)
        if (node->cycle) all.push_back(&node->cycle->end());
    return all;
}

void TrafficBench::bring_up() {
    if (!kernel_bridge_) return;
    context_->enter(0);
    constexpr Femtoseconds kLongest = base::kSecond, kStep = 50 * base::kMicrosecond;
    const auto up = [](const auto& node) { return !node->cycle || node->cycle->up(); };
    while (!std::all_of(nodes_.begin(), nodes_.end(), up)) {
        if (core::now_fs() > kLongest)
            throw std::runtime_error("a card at the cycle level was not ready after 1 s of simulated time");
        core::simulate(kStep);
    }
    kernel_bridge_->begin();
}

void TrafficBench::settle() {
    ethernet_->settle();
    for (const auto& node : nodes_) {
        if (node->cycle) node->cycle->settle();
        node->stack.give_up();
    }
}

void TrafficBench::run(Femtoseconds end) {
    if (kernel_bridge_)
        kernel_bridge_->run(end);
    else
        event_queue_.run(end);
}

/// The tables of the cards, and at each switch on the path the next port, in both directions.
void TrafficBench::open_connections() {
    for (const TrafficVc& vc : traffic_.vcs) {
        const std::uint16_t number = number_of(vc);
        const Femtoseconds spacing = cell_spacing(vc.peak_cell_rate), contract = cell_spacing(vc.police);
        for (const auto& [own, peer] : {std::pair{vc.from, vc.to}, std::pair{vc.to, vc.from}})
            if (!traffic_.hosts[own].on_ethernet() && vc.open_at(traffic_.hosts[own].name))
                open(*nodes_[own], *nodes_[peer], {number, spacing, vc.switched});
        if (vc.bridge) ethernet_->open(*vc.bridge, traffic_.hosts[vc.from].stack.address, number);
        for (std::size_t h = 0; h + 1 < vc.path.size(); ++h) {
            const TrafficEnd& in = traffic_.links[vc.path[h].link].ends[vc.path[h].towards];
            const TrafficEnd& out = traffic_.links[vc.path[h + 1].link].ends[1 - vc.path[h + 1].towards];
            if (!vc.open_at(switches_[in.node]->name())) continue;
            switches_[in.node]->connect(in.port, number, out.port);
            switches_[in.node]->connect(out.port, number, in.port);
            if (contract > 0 && h == 0) switches_[in.node]->police(in.port, number, contract, vc.tolerance);
            if (contract > 0 && h + 2 == vc.path.size())
                switches_[in.node]->police(out.port, number, contract, vc.tolerance);
        }
    }
}

void TrafficBench::resolve_addresses() {
    std::optional<tcp::Address> arp_server;
    if (traffic_.arp_server) arp_server = traffic_.hosts[*traffic_.arp_server].stack.address;
    for (const auto& node : nodes_)
        if (node->linked()) node->stack.resolve({node->asks_connections(), 0, arp_server});
}

void TrafficBench::open(TrafficNode& from, const TrafficNode& to, const Connection& connection) {
    if (from.cycle)
        from.cycle->card().open(to.config.stack.address, board::channel(0, connection.number));
    else
        from.card->open(to.config.stack.address, {connection.number, connection.spacing});
    if (stack::Neighbours* neighbours = from.stack.neighbours())
        neighbours->open(to.config.stack.address, connection.switched);
}

std::unique_ptr<apps::App> TrafficBench::make_app(std::size_t flow) {
    const TrafficFlow& f = traffic_.flows[flow];
    const apps::Ends ends{nodes_[f.from]->stack, nodes_[f.to]->stack, f.name, tcp_port_of(flow)};
    if (f.programs) return f.plan->create(ends);
    if (f.packets)
        return std::make_unique<PacketFlow>(ends, PacketFlow::Config{*f.packets, f.buffers, f.duration, seed_});
    auto made = std::make_unique<MacFlow>(event_queue_, *nodes_[f.from]->mac, *nodes_[f.to]->mac,
                                          MacFlow::Config{*f.frames, f.duration, tcp_port_of(flow), seed_});
    made->refused.listen(
        [this, &from = traffic_.hosts[f.from].name](Femtoseconds, const Loss& loss) { note_drop(from, true, loss); });
    return made;
}

void TrafficBench::add_apps() {
    for (std::size_t k = 0; k < traffic_.flows.size(); ++k) {
        const TrafficFlow& f = traffic_.flows[k];
        apps_.push_back(make_app(k));
        flow_of_.add(traffic_.hosts[f.from].stack.address, traffic_.hosts[f.to].stack.address, tcp_port_of(k),
                     f.programs && f.programs->echoes);
    }
}

void TrafficBench::start() {
    for (std::size_t k = 0; k < apps_.size(); ++k) {
        const auto late = Femtoseconds(starts_.uniform01() * double(traffic_.jitter));
        event_queue_.at(traffic_.flows[k].start + late, base::call<&TrafficBench::begin>(this, k));
    }
}

bool TrafficBench::over() const {
    for (const auto& app : apps_)
        if (!app->outcome().over) return false;
    return true;
}

CardCounts counts_of(const TrafficNode& node) {
    if (node.cycle) return node.cycle->counts();
    if (node.mac) return {node.mac->stats().sent, node.mac->stats().received, 0, 0, 0};
    if (node.ether) return {node.ether->stats().sent, node.ether->stats().received, 0, 0, 0};
    const coarse::Card::Stats& s = node.card->stats();
    return {s.sent, s.received, s.cells_sent, s.cells_received, node.card->busy()};
}

PacketLedger TrafficBench::ledger() const {
    PacketLedger l;
    l.dropped = drops_.in_stacks(false);
    for (const auto& node : nodes_) {
        if (const MacHost* mac = node->mac.get()) {
            l.sent += mac->stats().sent, l.delivered += mac->stats().received;
            l.in_flight += mac->waiting(), l.filtered += mac->stats().not_for_us;
        }
        if (!node->linked()) continue;
        l.sent += counts_of(*node).pdus_sent;
        l.delivered += node->stack.interface()->stats().received;
        l.in_flight += node->card    ? node->card->under_way()
                       : node->ether ? node->ether->under_way()
                                     : node->cycle->under_way();
        if (node->ether) l.filtered += node->ether->stats().not_for_us;
        if (node->frames) l.filtered += node->frames->not_for_us();
    }
    l.in_flight += ethernet_->under_way();
    l.copies = ethernet_->copies(), l.filtered += ethernet_->filtered();
    for (const auto& link : lines_)
        for (const auto& line : link) l.in_flight += line ? line->under_way() : 0;
    for (const auto& s : switches_)
        for (unsigned port = 0; s && port < s->ports(); ++port)
            if (s->queue(port)) l.in_flight += s->queue(port)->under_way();
    return l;
}

CellLedger TrafficBench::cell_ledger() const {
    CellLedger l;
    l.dropped = drops_.cells();
    l.sent = ethernet_->cells_sent(), l.delivered = ethernet_->cells_delivered();
    for (const auto& node : nodes_) {
        if (node->card) l.sent += node->card->stats().cells_sent, l.delivered += node->card->stats().cells_delivered;
        if (!node->cells) continue;
        l.sent += node->cells->port.stats().cells_into_net, l.delivered += node->cells->cells_delivered();
        l.in_flight += node->cells->cells_under_way();
    }
    for (const auto& link : lines_)
        for (const auto& line : link) l.in_flight += line ? line->cells_under_way() : 0;
    for (const auto& s : switches_)
        for (unsigned port = 0; s && port < s->ports(); ++port)
            if (s->queue(port)) l.in_flight += s->queue(port)->cells_under_way();
    return l;
}

}  // namespace niclab::lab
