#include "lab/bench/bench.h"

#include <algorithm>
#include <stdexcept>

#include "lab/bench/parts.h"

namespace niclab::lab {

namespace {

constexpr core::Femtoseconds kFrameFs = 125'000'000'000;  ///< A SONET frame.

/// An oscillator with an error of at most the tolerance or of `exactly` this, with a random phase.
core::Clock::Config oscillator(base::RandomStream& random, const LinkConfig& link, std::optional<double> exactly) {
    const double drawn = link.clock_tolerance_ppm * (2 * random.uniform01() - 1);
    const double ppm = exactly.value_or(drawn);
    core::Clock::Config config;
    config.period_fs = static_cast<core::Femtoseconds>(1e15 / (link.clock_hz() * (1 + ppm * 1e-6)) + 0.5);
    config.phase_fs = static_cast<core::Femtoseconds>(random.uniform(1, static_cast<std::int64_t>(config.period_fs)));
    return config;
}

core::Femtoseconds draw_phase(base::RandomStream& random, core::Femtoseconds period_fs) {
    return static_cast<core::Femtoseconds>(random.uniform(1, static_cast<std::int64_t>(period_fs)));
}

}  // namespace

/// A card's oscillator: one edge per octet of its line, 19.44 or 77.76 MHz.
struct Bench::Oscillator {
    CardEnd end;
    core::Clock clock;
    const sc_core::sc_event* received = nullptr;  ///< Edge of the clock of its line; without a line its own.
    Oscillator(const CardEnd& e, const core::Clock::Config& config)
        : end(e), clock((e.name + "_oscillator").c_str(), config) {}
};

Bench::Bench(const Experiment& experiment, LinkLevel links, Parts parts)
    : part_of_host_(parts == Parts::Apart ? parts_of(experiment) : std::vector<std::size_t>(experiment.hosts.size())),
      contexts_(1 + *std::max_element(part_of_host_.begin(), part_of_host_.end())),
      phases_(experiment.seed, "phases"),
      end_part_(contexts_.count()) {
    add_clocks(experiment);
    for (const LinkConfig& link : experiment.links)
        if (!link.own && !link.over) add_fibers(link);
    add_nodes(experiment);
    add_ends();
    add_switches(experiment);
    for (std::size_t i = 0; i < experiment.links.size(); ++i) add_hops(experiment, i);
    add_conversations(experiment);
    add_signal_groups();
    add_idle_skippers();
    if (links == LinkLevel::Transaction) look_at({});
}

Bench::~Bench() = default;

void Bench::add_clocks(const Experiment& experiment) {
    const auto add = [this](const CardEnd& end, const LinkConfig& link, std::optional<double> exactly) {
        enter_host(end.host);
        oscillators_.push_back(std::make_unique<Oscillator>(end, oscillator(phases_, link, exactly)));
    };
    for (const LinkConfig& link : experiment.links)
        for (const unsigned k : {0u, 1u})
            if (!link.over) add(link.ends[k], link, link.ppm[k]);
    for (const SwitchConfig& s : experiment.switches)
        for (const SwitchConfig::Port& port : s.ports) {
            LinkConfig cable;
            cable.own = port.cable;
            add(port.end, cable, std::nullopt);
        }
    for (std::size_t h = 0; h < experiment.hosts.size(); ++h)
        for (unsigned k = 0; k < experiment.hosts[h].cards.size(); ++k) {
            const auto has = [&](const auto& o) { return o->end == CardEnd{h, k, ""}; };
            if (std::any_of(oscillators_.begin(), oscillators_.end(), has)) continue;
            LinkConfig none;
            if (const board::Config* atm = experiment.hosts[h].atm(k)) none.format = atm->phy.format;
            const std::string name = experiment.hosts[h].name + (k == 0 ? "" : "_" + card_name(k));
            add({h, k, name}, none, std::nullopt);
        }
}

Bench::Oscillator& Bench::oscillator_of(const CardEnd& end) {
    return **std::find_if(oscillators_.begin(), oscillators_.end(), [&](const auto& o) { return o->end == end; });
}

void Bench::add_fibers(const LinkConfig& link) {
    enter_host(link.ends[0].host);
    for (const unsigned to : {1u, 0u}) {
        fibers_.push_back(std::make_unique<fiber::Fiber>(("to_" + link.ends[to].name).c_str(),
                                                         oscillator_of(link.ends[1 - to]).clock, link.to[to].fiber));
        oscillator_of(link.ends[to]).received = &fibers_.back()->edge();
    }
}

void Bench::add_nodes(const Experiment& experiment) {
    for (std::size_t h = 0; h < experiment.hosts.size(); ++h) {
        const HostConfig& host = experiment.hosts[h];
        enter_host(h);
        std::vector<CardClocks> clocks;
        for (unsigned k = 0; k < host.cards.size(); ++k) {
            Oscillator& o = oscillator_of({h, k, ""});
            clocks.push_back({&o.clock, o.received ? o.received : &o.clock.edge()});
        }
        const BusPhases phases =
            draw_bus_phases(host, [this](core::Femtoseconds period) { return draw_phase(phases_, period); });
        nodes_.push_back(
            std::make_unique<Node>(host.name.c_str(), host, clocks, phases, experiment.seed, part_of_host_[h]));
    }
}

void Bench::add_ends() {
    for (const auto& o : oscillators_) {
        Node& node = *nodes_[o->end.host];
        contexts_.enter(node.part);
        ends_.push_back(std::unique_ptr<End>(new End{o->end.name, node, o->end.card, o->clock, nullptr}));
        if (auto* nic = dynamic_cast<board::Nic*>(&node.card(o->end.card)))
            ends_.back()->atm = std::make_unique<AtmEnd>(*nic, o->end.name);
    }
}

End& Bench::end_of(const CardEnd& end) {
    const auto has = [&](const auto& e) { return &e->node == nodes_[end.host].get() && e->index == end.card; };
    return **std::find_if(ends_.begin(), ends_.end(), has);
}

void Bench::add_switches(const Experiment& experiment) {
    for (const SwitchConfig& s : experiment.switches) {
        if (s.ports.empty()) continue;
        std::vector<ether_board::SwitchedNet::Place> places;
        for (const SwitchConfig::Port& port : s.ports) {
            const auto& cable = dynamic_cast<const ether_board::LinePlan&>(*port.cable);
            End& end = end_of(port.end);
            places.push_back({"port" + std::to_string(port.number), &end.card(), cable.config(),
                              draw_phase(phases_, end.oscillator.period_fs())});
        }
        const std::size_t part = end_of(s.ports.front().end).node.part;
        contexts_.enter(part);
        const medium::SwitchConfig hub{s.queue_frames, core::Femtoseconds(s.transit_us * 1e9 + 0.5)};
        const ether_board::SwitchedConfig config{hub, s.flooded, experiment.seed};
        switches_.push_back({part, std::make_unique<ether_board::SwitchedNet>(s.name, config, places)});
    }
}

/// The path through a switch towards an end of such a link, for the channels of its flows.
card::Link& Bench::add_way(const Experiment& experiment, std::size_t link, unsigned to) {
    std::set<std::uint32_t> channels;
    for (const FlowConfig& flow : experiment.flows)
        if (flow.link == link) channels.insert(flow.channel(to));
    const LinkConfig& way = experiment.links[link];
    const auto& ports = experiment.switches[*way.over].ports;
    const auto place = [&](const CardEnd& end) {
        const auto has = [&](const SwitchConfig::Port& p) { return p.end == end; };
        return unsigned(std::find_if(ports.begin(), ports.end(), has) - ports.begin());
    };
    return switches_[*way.over].net->add_path(place(way.ends[1 - to]), place(way.ends[to]), to, channels);
}

void Bench::add_hops(const Experiment& experiment, std::size_t number) {
    const LinkConfig& link = experiment.links[number];
    const std::array<End*, 2> ends{&end_of(link.ends[0]), &end_of(link.ends[1])};
    contexts_.enter(ends[0]->node.part);
    if (link.own)
        links_.push_back(link.own->join((ends[0]->name + "_line_" + ends[1]->name).c_str(),
                                        {&ends[0]->card(), &ends[1]->card()},
                                        [this](core::Femtoseconds period) { return draw_phase(phases_, period); }));
    for (const unsigned to : {1u, 0u}) {
        End &sender = *ends[1 - to], &receiver = *ends[to];
        hops_.push_back(std::unique_ptr<Hop>(
            new Hop{sender.name + "_to_" + receiver.name, link.units, sender, receiver, nullptr, nullptr, to}));
        if (link.over)
            hops_.back()->link = &add_way(experiment, number, to);
        else if (link.own)
            hops_.back()->link = links_.back().get();
        else
            hops_.back()->atm = add_atm_hop(link.to[to], sender, receiver);
    }
}

std::unique_ptr<AtmHop> Bench::add_atm_hop(const LineConfig& line, End& sender, End& receiver) {
    fiber::Fiber& fiber = *fibers_[placed_errors_.size()];
    placed_errors_.push_back(std::make_unique<PlacedErrors>(line, sender.atm->nic.phy, fiber));
    fiber.in.bind(sender.atm->launch.pins), fiber.out.bind(receiver.atm->arrive.pins);
    sender.atm->add_cell_links(sender.name);
    auto octets = std::make_unique<phy::OctetLine>((sender.name + "_to_" + receiver.name + "_octets").c_str(),
                                                   sender.atm->nic.phy, fiber, receiver.atm->nic.phy);
    sender.atm->line_from = receiver.atm->line_to = octets.get();
    return std::unique_ptr<AtmHop>(new AtmHop{line, *sender.atm, *receiver.atm, fiber, std::move(octets)});
}

void Bench::add_conversations(const Experiment& experiment) {
    std::vector<std::size_t> next(nodes_.size());
    for (const FlowConfig& flow : experiment.flows) {
        std::array<host::Application*, 2> programs{};
        for (const unsigned end : {0u, 1u}) {
            const std::size_t host = experiment.links[flow.link].ends[end].host;
            programs[end] = &nodes_[host]->host.program(next[host]++);
        }
        programs[0]->talk_to(*programs[1]), programs[1]->talk_to(*programs[0]);
        Hop &there = *hops_[2 * flow.link + flow.from], &back = *hops_[2 * flow.link + 1 - flow.from];
        const bool alone = std::count_if(experiment.flows.begin(), experiment.flows.end(),
                                         [&](const FlowConfig& f) { return f.link == flow.link; }) == 1;
        const std::string suffix = alone ? "" : "." + flow.name;
        conversations_.push_back({flow,
                                  {there, *programs[flow.from], *programs[1 - flow.from], there.name + suffix},
                                  {back, *programs[1 - flow.from], *programs[flow.from], back.name + suffix}});
    }
}

Node& Bench::node(const std::string& name) {
    for (const auto& n : nodes_)
        if (n->basename() == name) return *n;
    throw std::out_of_range("host " + name + ": unknown; expected a host of the experiment");
}

std::vector<const End*> Bench::ends_of(const Node& node) const {
    std::vector<const End*> found;
    for (const auto& end : ends_)
        if (&end->node == &node) found.push_back(end.get());
    std::sort(found.begin(), found.end(), [](const End* a, const End* b) { return a->index < b->index; });
    return found;
}

std::uint64_t Bench::progress() const {
    std::uint64_t sum = 0;
    for (const auto& node : nodes_)
        for (const auto& program : node->host.programs()) sum += program->calls();
    sc_core::sc_simcontext* const present = sc_core::sc_get_curr_simcontext();
    for (const auto& end : ends_) {
        if (!simulates(end->node.part)) continue;
        contexts_.enter(end->node.part);  // A card of an idle part reports by that part's time.
        // Not all received cells count: noise creates some from null cells as long as the line is
        // up.
        sum += end->driver().stats().packets_sent + end->card().units_sent() + end->card().engine().kept_units();
    }
    sc_core::sc_curr_simcontext = present;
    return sum;
}

void Bench::redraw_phases() {
    for (const auto& n : nodes_)
        for (core::Clock* clock : n->bus_clocks()) clock->slip(draw_phase(phases_, clock->period_fs()));
    // A card's frames and cell slots depend on its oscillator: they get a new phase with it.
    for (const auto& o : oscillators_) o->clock.slip(draw_phase(phases_, kFrameFs));
    for (const SwitchedPart& s : switches_)
        for (std::size_t p = 0; p < s.net->hub().ports(); ++p)
            s.net->hub().port(p).txc.slip(draw_phase(phases_, kFrameFs));
    for (const auto& link : links_)
        for (core::Clock* clock : link->clocks()) clock->slip(draw_phase(phases_, kFrameFs));
    const core::Femtoseconds now = core::now_fs();
    core::Femtoseconds end = now;
    for (const auto& n : nodes_)
        for (const core::Clock* clock : n->bus_clocks()) end = std::max(end, clock->edge_after(now));
    for (const auto& o : oscillators_) end = std::max(end, o->clock.edge_after(now));
    redrawn(now, end);
}

}  // namespace niclab::lab
