#include "lab/watch/net_paths.h"

#include <algorithm>

#include "cards/board/atm_device.h"
#include "lab/watch/net_causes.h"

namespace niclab::lab {

using net::FrameStep;

namespace {

/// The other end of a host's link.
const TrafficEnd* peer_of(const Traffic& traffic, std::size_t host) {
    for (const TrafficLink& link : traffic.links)
        for (const unsigned k : {0u, 1u})
            if (!link.ends[k].is_switch && link.ends[k].node == host) return &link.ends[1 - k];
    return nullptr;
}

/// Two hosts on Ethernet are stations of one line.
bool on_one_line(const Traffic& traffic, std::size_t a, std::size_t b) {
    const TrafficEnd *from = peer_of(traffic, a), *to = peer_of(traffic, b);
    if (!from || !to) return false;
    if (!from->is_switch) return from->node == b;
    return to->is_switch && from->node == to->node && traffic.switches[from->node].is_shared();
}

/// nullptr: no connection ends at both, or at one of them and a bridge.
const TrafficVc* connection_of(const Traffic& traffic, std::size_t a, std::size_t b) {
    for (const TrafficVc& vc : traffic.vcs)
        if ((vc.from == a && vc.to == b) || (vc.from == b && vc.to == a)) return &vc;
    return nullptr;
}

/// Packets from one to the other have the chains of FramePaths or CellPaths.
bool are_alike(const Traffic& traffic, std::size_t a, std::size_t b) {
    const TrafficHost &from = traffic.hosts[a], &to = traffic.hosts[b];
    if (!from.cycle || !to.cycle || from.on_ethernet() != to.on_ethernet()) return false;
    if (from.on_ethernet()) return on_one_line(traffic, a, b);
    const TrafficVc* const vc = connection_of(traffic, a, b);
    return vc && !vc->bridge;
}

}  // namespace

NetPaths::NetPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
                   PacketPaths& paths)
    : bench_(bench), run_(run), paths_(paths), time_(*bench.kernel_bridge()) {
    add_directions(traffic);
    for (const auto& host : hosts_) {
        if (host->node.cells) host->cells = std::make_unique<CellEnd>(*host->node.cells, checkers, run);
        if (host->node.frames) host->frames = std::make_unique<FrameEnd>(*host->node.frames);
        follow(*host);
    }
    for (std::size_t k = 0; k < traffic.switches.size(); ++k) {
        if (net::EtherSwitch* const of = bench.ethernet().ether_switch(k)) follow_switch(*of);
        if (coarse::Card* const card = bench.ethernet().atm_card(k)) follow_bridge(*card);
    }
    for (const auto& cable : bench.ethernet().cables())
        cable->arrived.listen([this](core::Femtoseconds, const EtherCable::Arrival& arrival) { arrived(arrival); });
}

void NetPaths::add_directions(const Traffic& traffic) {
    std::map<std::size_t, Host*> hosts;
    const auto host_of = [&](std::size_t k) -> Host& {
        Host*& host = hosts[k];
        if (!host) host = hosts_.emplace_back(new Host{*bench_.nodes()[k], nullptr, nullptr, {}}).get();
        return *host;
    };
    const std::size_t count = traffic.hosts.size();
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b) {
            const TrafficHost &from = traffic.hosts[a], &to = traffic.hosts[b];
            if (a == b || from.mac || to.mac || (!from.cycle && !to.cycle) || are_alike(traffic, a, b)) continue;
            if (!bench_.nodes()[a]->linked() || !bench_.nodes()[b]->linked()) continue;
            const TrafficVc* const vc = connection_of(traffic, a, b);
            directions_.push_back(
                std::unique_ptr<Direction>(new Direction{host_of(a),
                                                         host_of(b),
                                                         from.name + "_to_" + to.name,
                                                         vc ? delay_of(traffic, *vc, vc->from != a) : 0,
                                                         {}}));
            by_address_[{from.stack.address, to.stack.address}] = directions_.back().get();
        }
}

void NetPaths::follow(Host& host) {
    if (host.cells) return follow_cells(host);
    if (host.frames) return follow_frames(host);
    if (host.node.card) return follow_coarse_cells(host);
    host.node.ether->stepped.listen(
        [this, &host](base::Femtoseconds at, const FrameStep& step, const net::Frame& frame) {
            step_in_card(host, step, frame, from_queue(at));
        });
}

void NetPaths::follow_cells(Host& host) {
    host.cells->offered.listen(
        [this, &host](core::Femtoseconds at, const stack::Manifest::Entry& entry, const std::size_t& row) {
            if (Packet* const p = add(host, entry.packet, time_.unstopped(at))) p->sent_row = row;
        });
    net::Port& port = host.node.cells->port;
    port.entered.listen([this](core::Femtoseconds at, const stack::Manifest::Entry& entry) {
        if (Packet* const p = find(entry.packet)) p->mark(p->cell_at = time_.unstopped(at), net_causes::kEntry);
    });
    host.cells->announced.listen(
        [this, &host](core::Femtoseconds, const stack::Manifest::Entry& entry, const std::size_t& row) {
            Packet* const p = find_at(host, entry.packet);
            if (!p) return;
            p->received_row = row, p->received = {board::vci_of(entry.connection), entry.number};
            host.announced[p->received.first] = {entry.number, entry.packet};
        });
    port.sent_to_card.listen([this, &host](core::Femtoseconds at, const std::uint32_t& number, const atm::Cell& cell) {
        const auto first = host.announced.find(cell.header().vci);
        if (first == host.announced.end() || first->second.first != number) return;
        if (Packet* const p = find_at(host, first->second.second)) {
            crossed_net(*p, first->second.second, time_.unstopped(at));
            p->is_there = true;
        }
        host.announced.erase(first);
    });
    host.node.cells->card().taken.listen([this, &host](core::Femtoseconds at, const std::uint32_t& number,
                                                       const host::Channel& channel, const core::Femtoseconds&) {
        const std::pair received{board::vci_of(channel), number};
        take_if(host, time_.unstopped(at), [&](const Packet& p) { return p.received_row && p.received == received; });
    });
}

void NetPaths::follow_frames(Host& host) {
    host.frames->offered.listen(
        [this, &host](core::Femtoseconds at, const FrameEnd::PacketPtr& frame, const tcp::Packet& packet) {
            if (Packet* const p = add(host, packet, time_.unstopped(at))) p->frame = frame;
        });
    host.frames->taken.listen([this, &host](core::Femtoseconds at, const FrameEnd::PacketPtr& frame) {
        take_if(host, time_.unstopped(at), [&](const Packet& p) { return p.frame == frame; });
    });
}

void NetPaths::arrived(const EtherCable::Arrival& arrival) {
    for (const auto& host : hosts_) {
        if (host->frames && arrival.from == host->node.frames) host->frames->left(arrival.sent);
        if (!host->frames || arrival.to != host->node.frames) continue;
        Packet* const p = find_at(*host, arrival.packet);
        if (!p) continue;
        if (!p->frame) p->frame = std::make_shared<FrameEnd::Packet>();
        host->frames->expect(arrival.received, p->frame);
        p->is_there = true;
    }
}

void NetPaths::follow_coarse_cells(Host& host) {
    coarse::Card& card = *host.node.card;
    card.departed.listen([this, &host](base::Femtoseconds at, const coarse::Card::Departure& d) {
        Packet* const p = add(host, d.packet, from_queue(at));
        if (!p) return;
        p->mark(from_queue(d.ready), net_causes::kCoarseSends);
        p->mark(p->first_bit = from_queue(d.begin), net_causes::kCoarseTurn);
        p->mark(p->cell_at = from_queue(d.first), net_causes::kCell);
    });
    card.came.listen([this, &host](base::Femtoseconds at, const net::Train& train) {
        Packet* const p = find_at(host, train.packet);
        if (!p) return;
        came_as_cells(*p, train, from_queue(at));
        p->arrived = from_queue(at), p->is_there = true;
    });
    card.in_memory.listen([this, &host](base::Femtoseconds at, const tcp::Packet& packet) {
        if (Packet* const p = find_at(host, packet))
            p->mark(p->in_memory = from_queue(at), net_causes::kCoarseReceives);
    });
    card.taken.listen([this, &host](base::Femtoseconds at, const tcp::Packet& packet) {
        Packet* const taken = find_at(host, packet);
        if (taken) take_if(host, from_queue(at), [taken](const Packet& p) { return &p == taken; });
    });
}

void NetPaths::step_in_card(Host& host, FrameStep step, const net::Frame& frame, core::Femtoseconds at) {
    const tcp::Packet& packet = frame.packet;
    if (step == FrameStep::Offered) {
        add(host, packet, at);
        return;
    }
    if (step == FrameStep::Came || step == FrameStep::InMemory || step == FrameStep::Taken) {
        Packet* const p = find_at(host, packet);
        if (!p) return;
        if (step == FrameStep::Came) p->mark_frame(p->arrived = at), p->is_there = true;
        if (step == FrameStep::InMemory) p->mark(p->in_memory = at, net_causes::kCoarseReceives);
        if (step == FrameStep::Taken) take_if(host, at, [p](const Packet& other) { return &other == p; });
        return;
    }
    Packet* const p = find(packet);
    if (!p) return;
    if (step == FrameStep::Ready) p->mark(at, net_causes::kCoarseSends);
    if (step == FrameStep::First) p->mark(at, net_causes::kCoarseTurn);
    if (step == FrameStep::Began) p->attempt(p->first_bit = at);
}

void NetPaths::follow_switch(net::EtherSwitch& of) {
    of.stepped.listen([this](base::Femtoseconds when, const FrameStep& step, const unsigned&, const net::Frame& frame) {
        Packet* const p = find(frame.packet);
        if (!p || p->is_there) return;
        const core::Femtoseconds at = from_queue(when);
        if (step == FrameStep::Came) p->mark_frame(at), p->is_queued = false;
        if (step == FrameStep::Queued) {
            p->is_copied |= p->is_queued;
            p->is_queued = true;
            p->mark(at, net_causes::kTransit);
        }
        if (step == FrameStep::First) p->mark(at, net_causes::kQueue), p->has_begun = false;
        if (step == FrameStep::Began) p->attempt(at);
    });
}

void NetPaths::follow_bridge(coarse::Card& card) {
    card.came.listen([this](base::Femtoseconds at, const net::Train& train) {
        if (Packet* const p = find(train.packet)) came_as_cells(*p, train, from_queue(at));
    });
    card.departed.listen([this](base::Femtoseconds, const coarse::Card::Departure& d) {
        Packet* const p = find(d.packet);
        if (!p) return;
        p->mark(from_queue(d.begin), net_causes::kQueue);
        p->mark(p->cell_at = from_queue(d.first), net_causes::kCell);
    });
}

/// Its first cell has passed the lines and switches for cells.
void NetPaths::crossed_net(Packet& packet, const tcp::Packet& of, core::Femtoseconds at) {
    packet.mark(std::min(packet.cell_at + direction_of(of)->delay, at), net_causes::kDelay);
    packet.mark(at, net_causes::kSwitches);
}

void NetPaths::came_as_cells(Packet& packet, const net::Train& train, core::Femtoseconds at) {
    crossed_net(packet, train.packet, from_queue(train.first));
    packet.mark(at, net_causes::kReassembly);
}

NetPaths::Direction* NetPaths::direction_of(const tcp::Packet& packet) {
    const auto found = by_address_.find({packet.source, packet.destination});
    return found == by_address_.end() ? nullptr : found->second;
}

NetPaths::Packet* NetPaths::find(const tcp::Packet& packet) {
    Direction* const direction = direction_of(packet);
    if (!direction) return nullptr;
    for (Packet& p : direction->sent)
        if (p.id == packet.id && p.protocol == packet.protocol && p.fragment_offset == packet.fragment_offset)
            return &p;
    return nullptr;
}

NetPaths::Packet* NetPaths::find_at(const Host& host, const tcp::Packet& packet) {
    const Direction* const direction = direction_of(packet);
    return direction && &direction->to == &host ? find(packet) : nullptr;
}

NetPaths::Packet* NetPaths::add(const Host& from, const tcp::Packet& packet, core::Femtoseconds at) {
    Direction* const direction = direction_of(packet);
    if (!direction || &direction->from != &from) return nullptr;
    Packet& p = direction->sent.emplace_back();
    p.id = packet.id, p.protocol = packet.protocol, p.fragment_offset = packet.fragment_offset;
    p.octets = packet.octets(), p.offered = at, p.in_waveform = core::now_fs();
    return &p;
}

/// Packets before it in its direction are lost.
template <class Matches>
void NetPaths::take_if(const Host& host, core::Femtoseconds at, const Matches& matches) {
    for (const auto& d : directions_) {
        if (&d->to != &host) continue;
        const auto found = std::find_if(d->sent.begin(), d->sent.end(), matches);
        if (found == d->sent.end()) continue;
        found->taken = at, found->in_direction = numbers_[d->name]++;
        d->taken.push_back(std::move(*found));
        d->sent.erase(d->sent.begin(), found + 1);
        if (++ended_ % CellEnd::kTogether == 0) add_complete(false), forget_unused();
        return;
    }
}

void NetPaths::add_complete(bool all) {
    for (const auto& d : directions_) {
        if (d->taken.empty()) continue;
        const std::size_t sent = d->from.cells ? d->from.cells->to_net.oldest_in_work() : 0,
                          received = d->to.cells ? d->to.cells->to_card.oldest_in_work() : 0;
        const auto is_complete = [&](const Packet& p) {
            return (!d->from.cells || p.sent_row < sent) && (!p.received_row || *p.received_row < received);
        };
        for (; !d->taken.empty() && (all || is_complete(d->taken.front())); d->taken.pop_front())
            add_chain(*d, d->taken.front());
    }
}

/// The records of packets that have ended.
void NetPaths::forget_unused() {
    KeptRows rows;
    for (const auto& host : hosts_)
        if (host->cells) rows.add(*host->cells);
    for (const auto& d : directions_)
        for (const std::deque<Packet>* packets : {&d->sent, &d->taken})
            for (const Packet& packet : *packets) {
                if (d->from.cells) rows.keep(d->from.cells->to_net, packet.sent_row);
                if (packet.received_row) rows.keep(d->to.cells->to_card, *packet.received_row);
            }
    rows.forget_others();
}

}  // namespace niclab::lab
