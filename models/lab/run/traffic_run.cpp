// Runs hosts with a TCP, each with its programs: samples of CPUs, windows and queues.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "lab/bench/traffic_bench.h"
#include "lab/run/host_capture.h"
#include "lab/run/host_runs.h"
#include "lab/run/repetitions.h"
#include "lab/watch/traffic_observers.h"

namespace niclab::lab {

namespace {

/// Sets Use::own and Use::flows of the flows of one run: the share of each in the rates of all flows
/// that use the same resource.
void note_parts(std::vector<FlowResult>::iterator first, std::vector<FlowResult>::iterator end) {
    using Thing = std::pair<Use::Of, std::string>;
    struct All {
        double rate = 0;
        unsigned flows = 0;
    };
    std::map<Thing, All> all;
    for (auto f = first; f != end; ++f) {
        std::set<Thing> own;  // A CPU is listed once per context.
        for (const Use& u : f->shares)
            if (!u.acks && own.emplace(u.of, u.who).second) {
                All& use = all[{u.of, u.who}];
                use.rate += f->outcome.mbit_s(), ++use.flows;
            }
    }
    for (auto f = first; f != end; ++f)
        for (Use& u : f->shares)
            if (const auto use = all.find({u.of, u.who}); use != all.end() && use->second.rate > 0)
                u.own = u.acks ? 0 : f->outcome.mbit_s() / use->second.rate, u.flows = use->second.flows;
}

bool share_a_line(const FlowResult& a, const FlowResult& b) {
    const auto is_line = [](const Use& u) { return u.of == Use::Of::Line; };
    return std::any_of(a.shares.begin(), a.shares.end(), [&](const Use& u) {
        return is_line(u) && std::any_of(b.shares.begin(), b.shares.end(),
                                         [&](const Use& o) { return is_line(o) && o.who == u.who; });
    });
}

constexpr double kNoticed = 0.01;  ///< Share of a transfer's time.

/// The share of the time of `transfer` after the end of `load`; 0 if it is not over.
double share_after(const apps::Outcome& transfer, const apps::Outcome& load) {
    if (!transfer.over || transfer.end <= std::max(load.end, transfer.begin)) return 0;
    return double(transfer.end - std::max(load.end, transfer.begin)) / double(transfer.end - transfer.begin);
}

/// Times for which a host's CPU was in each context.
using Contexts = std::array<Femtoseconds, host::kContexts + 1>;  ///< The last entry is the time.

Contexts contexts(const TrafficNode& node) {
    Contexts c{};
    for (const host::Cpu::Account& a : node.software.cpu().accounts()) c[std::size_t(a.context)] += a.busy;
    c[host::kContexts] = node.software.cpu().elapsed() * node.software.cpu().processors();
    return c;
}

/// Of a host's CPU between two times.
CpuShares shares(const Contexts& from, const Contexts& to) {
    const double all = double(to[host::kContexts] - from[host::kContexts]);
    const auto percent = [&](host::Context c) {
        return all > 0 ? 100 * double(to[std::size_t(c)] - from[std::size_t(c)]) / all : 0.0;
    };
    CpuShares s;
    s.interrupt = percent(host::Context::Interrupt), s.protocol = percent(host::Context::Protocol),
    s.process = percent(host::Context::Process);
    s.idle = 100 - s.interrupt - s.protocol - s.process;
    return s;
}

constexpr double kDrainS = 600;                    ///< Limit for the arrival of a flow's last octets after its time.
constexpr std::uint64_t kLargestUnscaled = 65535;  ///< Octets of a window in 16 bits (RFC 793, 3.1).
constexpr Femtoseconds kSlice = 100 * base::kMillisecond;

/// One run, with the values sampled during it.
class Run {
public:
    Run(const Traffic& traffic, unsigned number, const RunOptions& options, TrafficResults& results)
        : traffic_(traffic),
          number_(number),
          options_(options),
          results_(results),
          bench_(traffic, number, SignalObservers::link_level(traffic.common, number, options)) {
        if (traffic.has_signals())
            observers_ = std::make_unique<TrafficObservers>(traffic, bench_, number, options, results);
        for (const auto& node : bench_.nodes()) before_.push_back(contexts(*node));
        last_ = before_;
        for (std::size_t k = 0; k < traffic.flows.size(); ++k) {
            meters_.emplace_back();
            bench_.apps()[k]->measured = [this, k] { meter(k); };
        }
        capture();
    }

    /// False: interrupted.
    bool execute() {
        bench_.bring_up();
        if (observers_) observers_->begin();
        bench_.start();
        Femtoseconds end = traffic_.duration, next_sample = traffic_.sample;
        for (const TrafficFlow& f : traffic_.flows) end = std::max(end, f.start + traffic_.duration);
        const Femtoseconds last = end + base::from_us(kDrainS * 1e6);
        while (!bench_.over() && bench_.event_queue().now() < last) {
            const Femtoseconds to = std::min(next_sample, bench_.event_queue().now() + kSlice);
            bench_.run(to);
            if (to == next_sample) sample(), next_sample += traffic_.sample;
            if (!options_.goes_on(to, end)) return end_early();
        }
        if (!bench_.over())
            results_.notes.push_back("Run " + std::to_string(number_) + " was given up: a flow was not over " +
                                     std::to_string(int(kDrainS)) + " s after its time.");
        note_parties();
        bench_.run(bench_.event_queue().now() + base::kSecond);  // Data under way arrives.
        bench_.settle();
        return true;
    }

    void note() {
        if (observers_) observers_->finish();
        results_.ledgers.push_back(bench_.ledger());
        results_.cells.push_back(bench_.cell_ledger());
        results_.drops_above.push_back(bench_.drops().in_stacks(true));
        note_drops();
        for (std::size_t k = 0; k < traffic_.flows.size(); ++k) note_flow(k);
        const auto first = results_.flows.end() - std::ptrdiff_t(traffic_.flows.size());
        note_parts(first, results_.flows.end());
        if (number_ == 0) note_short_loads(first);
        for (const auto& node : bench_.nodes()) note_card(*node);
        results_.ports.insert(results_.ports.end(), ports_.begin(), ports_.end());
        results_.arp.insert(results_.arp.end(), arp_.begin(), arp_.end());
        results_.simulated_s += base::to_s(bench_.event_queue().now());
        results_.packets += results_.ledgers.back().sent;
        results_.steps += bench_.event_queue().done();
        if (capture_) capture_->finish();
    }

private:
    void capture() {
        if (options_.pcap.empty()) return;
        capture_ = std::make_unique<HostCapture>(options_, "IP packets at a host's interface");
        const std::string& host =
            options_.pcap_host.empty() ? traffic_.hosts[traffic_.flows[0].from].name : options_.pcap_host;
        for (const auto& node : bench_.nodes())
            if (node->config.name == host) capture_->watch(*node);
    }
    void meter(std::size_t flow) {
        Meter& m = meters_[flow];
        const Femtoseconds now = bench_.event_queue().now();
        std::vector<Use> uses = uses_on_the_way(traffic_, bench_, flow);
        const stack::TcpSocket* socket = bench_.apps()[flow]->sending_socket();
        const double under_way = socket ? socket->connection().sender().under_way(now) : 0;
        if (m.before.empty()) {
            m.before = std::move(uses), m.begin = now, m.under_way_before = under_way;
            return;
        }
        const double elapsed = double(now - m.begin);
        m.shares = shares_between(m.before, uses, elapsed);
        m.under_way = elapsed > 0 ? (under_way - m.under_way_before) / elapsed : 0;
    }
    FlowSigns signs_of(const TrafficFlow& flow, const FlowResult& f) const {
        FlowSigns s;
        s.datagrams = flow.is_unreliable(), s.frames = flow.frames != nullptr, s.transactions = flow.has_transactions();
        s.one_by_one = flow.packets && flow.packets->plan->is_one_by_one();
        s.latency = flow.measures_times();
        s.lost = s.datagrams ? 1 - double(f.outcome.datagrams_received) /
                                       double(std::max<std::uint64_t>(1, f.outcome.datagrams_sent))
                             : double(f.retransmitted) / double(std::max<std::uint64_t>(1, f.segments));
        s.cause = main_cause(f.lost);
        const auto scales = [&](std::size_t host) { return traffic_.hosts[host].stack.policy.window_scale; };
        s.window = std::min(flow.buffers.send, flow.buffers.receive);
        s.unscaled = s.window > kLargestUnscaled && !(scales(flow.from) && scales(flow.to));
        if (s.unscaled) s.window = kLargestUnscaled;
        return s;
    }
    /// A load of frames that ends with its time slows only a part of a transfer that lasts longer.
    void note_short_loads(std::vector<FlowResult>::const_iterator first) {
        for (std::size_t l = 0; l < traffic_.flows.size(); ++l)
            for (std::size_t t = 0; t < traffic_.flows.size(); ++t) {
                const TrafficFlow &load = traffic_.flows[l], &transfer = traffic_.flows[t];
                if (!load.frames || load.ends_by_itself() || transfer.frames || !transfer.ends_by_itself()) continue;
                const FlowResult &loaded = first[std::ptrdiff_t(l)], &slowed = first[std::ptrdiff_t(t)];
                const double share = share_after(slowed.outcome, loaded.outcome);
                if (share < kNoticed || !share_a_line(loaded, slowed)) continue;
                results_.remarks.push_back(fmt::format(
                    "flow.{}.duration: {} ended at {:.3g} s, and {} lasted until {:.3g} s: for {:.0f} % of its time "
                    "it was without this load.",
                    load.name, load.name, base::to_s(loaded.outcome.end), transfer.name, base::to_s(slowed.outcome.end),
                    100 * share));
            }
    }
    double now_s() { return base::to_s(bench_.event_queue().now()); }

    void sample() {
        for (std::size_t k = 0; k < bench_.nodes().size(); ++k) {
            if (bench_.nodes()[k]->mac) continue;
            const Contexts now = contexts(*bench_.nodes()[k]);
            results_.host_samples.push_back({number_, now_s(), traffic_.hosts[k].name, shares(last_[k], now)});
            last_[k] = now;
        }
        for (std::size_t k = 0; k < traffic_.flows.size(); ++k)
            if (const stack::TcpSocket* s = bench_.apps()[k]->sending_socket())
                sample_flow(traffic_.flows[k].name, s->connection().sender());
        for (const auto& s : bench_.switches())
            for (unsigned port = 0; s && port < s->ports(); ++port)
                if (const net::SwitchQueue* q = s->queue(port))
                    results_.queue_samples.push_back({number_, now_s(), s->name() + ":" + std::to_string(port + 1),
                                                      q->length(), "cells", q->stats().dropped_pdus});
        sample_ethernet_queues();
    }
    /// Frames, if a port has a line.
    void sample_ethernet_queues() {
        for (std::size_t k = 0; k < traffic_.links.size(); ++k)
            for (const TrafficEnd& end : traffic_.links[k].ends)
                if (const net::EtherSwitch* s = end.is_switch ? bench_.ethernet().ether_switch(end.node) : nullptr)
                    results_.queue_samples.push_back({number_, now_s(), end.name, std::uint32_t(s->length(end.port)),
                                                      "frames", s->stats(end.port).queue_full});
    }
    void sample_flow(const std::string& flow, const tcp::Sender& s) {
        FlowSample f;
        f.run = number_, f.at_s = now_s(), f.flow = flow;
        f.window = s.congestion().window(), f.threshold = s.congestion().threshold();
        f.flight = s.next_position() - s.unacknowledged(), f.peer_window = s.peer_window();
        f.acknowledged = s.unacknowledged(), f.retransmitted = s.stats().retransmitted;
        f.round_trip_us = base::to_us(s.rtt().smoothed());
        results_.flow_samples.push_back(f);
    }

    /// Values up to here are reported with the time up to here.
    bool end_early() {
        for (std::size_t k = 0; k < meters_.size(); ++k)
            if (!meters_[k].before.empty() && meters_[k].shares.empty()) meter(k);
        note_parties();
        return false;
    }
    void note_parties() {
        note_hosts();
        ports_ = port_results(traffic_, bench_, number_);
        arp_ = arp_results(bench_, number_);
    }
    void note_hosts() {
        for (std::size_t k = 0; k < bench_.nodes().size(); ++k) {
            const TrafficNode& node = *bench_.nodes()[k];
            if (node.mac) continue;
            HostResult h;
            h.run = number_, h.name = node.config.name;
            h.shares = shares(before_[k], contexts(node));
            for (const host::Cpu::Account& a : node.software.cpu().accounts()) h.strands.emplace_back(a.name, a.busy);
            h.idle = node.software.cpu().idle(), h.elapsed = node.software.cpu().elapsed(),
            h.processors = node.software.cpu().processors();
            if (node.linked()) {
                const CardCounts counts = counts_of(node);
                h.pdus_sent = counts.pdus_sent, h.pdus_received = counts.pdus_received;
                h.interrupts = node.stack.interface()->stats().interrupts;
            }
            results_.hosts.push_back(std::move(h));
        }
    }

    void note_card(const TrafficNode& node) {
        if (!node.linked() && !node.mac) return;
        CardResult c;
        c.run = number_, c.host = node.config.name, c.card = node.config.card_name;
        c.level = node.cycle ? "cycle" : node.mac ? "mac" : "coarse";
        c.counts = counts_of(node), c.lost = node.lost;
        if (node.cycle) {
            const kernel::BusCard::Stats& card = node.cycle->card().stats();
            const auto [first_bits, packets] = node.cycle->first_bits();
            c.first_cell_us = base::to_us(first_bits) / double(std::max<std::uint64_t>(1, packets));
            c.deliver_us = base::to_us(card.delivering) / double(std::max<std::uint64_t>(1, card.received));
            c.driver_us = base::to_us(card.driver);
            if (node.cells) c.uneven = node.cells->port.stats().uneven;
        }
        results_.cards.push_back(std::move(c));
    }

    void note_drops() {
        for (const auto& [place, lost] : bench_.drops().all())
            results_.drops.push_back({number_,
                                      place.flow < traffic_.flows.size() ? traffic_.flows[place.flow].name : "",
                                      place.where, place.cause, lost});
    }

    void note_flow(std::size_t number) {
        const TrafficFlow& flow = traffic_.flows[number];
        const apps::App& app = *bench_.apps()[number];
        FlowResult f;
        f.run = number_, f.name = flow.name, f.kind = flow.kind;
        f.from = traffic_.hosts[flow.from].name, f.to = traffic_.hosts[flow.to].name;
        f.outcome = app.outcome();
        if (const stack::TcpSocket* out = app.sending_socket(), *in = app.receiving_socket(); out && in) {
            const tcp::Sender& s = out->connection().sender();
            f.segments = s.stats().segments, f.retransmitted = s.stats().retransmitted, f.timeouts = s.stats().timeouts;
            f.fast_retransmits = s.stats().fast_retransmits, f.acks = in->connection().pure_acks();
            const std::uint64_t came = in->connection().received(),
                                acked = s.unacknowledged() > 0 ? s.unacknowledged() - 1 : 0;
            f.waiting = in->connection().readable();
            f.outstanding = s.written() - std::min(s.written(), came);
            f.balances = s.written() == f.outcome.octets + f.waiting + f.outstanding &&
                         std::min(acked, s.written()) <= came && came <= s.written();
        }
        f.lost = bench_.drops().of_flow(number);
        if (flow.frames) {
            const std::uint64_t ended = std::accumulate(f.lost.begin(), f.lost.end(), f.outcome.datagrams_received);
            f.balances = ended <= f.outcome.datagrams_sent;
            f.outstanding = f.outcome.datagrams_sent - std::min(ended, f.outcome.datagrams_sent);
        }
        f.shares = meters_[number].shares;
        f.signs = signs_of(flow, f);
        f.signs.under_way = meters_[number].under_way, f.signs.rate = f.outcome.mbit_s();
        results_.flows.push_back(std::move(f));
    }

    const Traffic& traffic_;
    unsigned number_;
    const RunOptions& options_;
    TrafficResults& results_;
    TrafficBench bench_;
    std::unique_ptr<TrafficObservers> observers_;  ///< nullptr: there are no signals.
    std::vector<Contexts> before_, last_;
    std::vector<PortResult> ports_;
    std::vector<ArpResult> arp_;
    struct Meter {
        std::vector<Use> before, shares;
        Femtoseconds begin = 0;
        double under_way_before = 0;  ///< Octets times femtoseconds.
        double under_way = 0;         ///< Octets, the mean.
    };
    std::vector<Meter> meters_;
    std::unique_ptr<HostCapture> capture_;
};

}  // namespace

TrafficResults run_hosts(const Traffic& traffic, const RunOptions& options) {
    TrafficResults results;
    results.provenance.links.clear();
    repeat<Run>(traffic, traffic.level(), options, results);
    return results;
}

}  // namespace niclab::lab
