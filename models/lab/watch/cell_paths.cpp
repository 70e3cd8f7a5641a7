#include "lab/watch/cell_paths.h"

#include "cards/board/atm_device.h"
#include "cards/board/spans.h"
#include "lab/experiment/connection_number.h"
#include "lab/watch/card_taps.h"
#include "lab/watch/streams.h"

namespace niclab::lab {

using card::Cause;
using card::Point;

namespace {

constexpr unsigned kTogether = 64;  ///< Packets; the search for those with all events takes a while.
constexpr bool kWaits = true, kWorks = false;

constexpr Cause kEntry{"net.entry", "net", kWorks, "PHY and UTOPIA after the fiber"};
constexpr Cause kDelay{"net.delay", "net", kWorks, "delay of the lines"};
constexpr Cause kSwitches{"net.switches", "net", kWaits, "the queues of the switches"};
constexpr Cause kExit{"net.exit", "net", kWaits, "cells before it, UTOPIA, SONET overhead"};

core::Femtoseconds delay_of(const Traffic& traffic, const TrafficVc& vc, bool back) {
    core::Femtoseconds sum = 0;
    for (const TrafficHop& hop : vc.path) sum += traffic.links[hop.link].to[back ? 1 - hop.towards : hop.towards].delay;
    return sum;
}

}  // namespace

std::vector<card::Place> places_in_net() {
    return {{"net",
             "net",
             card::PlaceKind::Line,
             {{kEntry.id, "The cell leaves the PHY at the far end of the fiber of the sending card."},
              {kDelay.id, "The lines of the net delay the cell.", {"link.delay"}},
              {kSwitches.id,
               "The cell waits in the queues of switches and is sent again.",
               {"switch.queues"},
               "the cells before it"},
              {kExit.id,
               "The cell waits for the PHY at the near end of the fiber of the receiving card.",
               {},
               "the cells before it"}}}};
}

CellPaths::CellPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
                     PacketPaths& paths)
    : run_(run), paths_(paths) {
    std::map<std::string, Host*> by_name;
    for (const auto& node : bench.nodes()) {
        if (!node->cells) continue;
        hosts_.push_back(std::unique_ptr<Host>(new Host{*node->cells, {}, {}, {}}));
        by_name[node->config.name] = hosts_.back().get();
    }
    for (const TrafficVc& vc : traffic.vcs) {
        const auto from = by_name.find(traffic.hosts[vc.from].name), to = by_name.find(traffic.hosts[vc.to].name);
        if (from == by_name.end() || to == by_name.end() || vc.bridge) continue;
        add_direction(*from->second, *to->second, number_of(vc), delay_of(traffic, vc, false));
        add_direction(*to->second, *from->second, number_of(vc), delay_of(traffic, vc, true));
    }
    for (const auto& host : hosts_) follow(*host, checkers);
    bench.kernel_bridge()->stopped.listen([this](core::Femtoseconds at, const core::Femtoseconds& time) {
        stops_.push_back({at, (stops_.empty() ? 0 : stops_.back().total) + time});
    });
}

void CellPaths::add_direction(Host& from, Host& to, std::uint16_t vci, core::Femtoseconds delay) {
    const std::string name = from.host.end().name + "_to_" + to.host.end().name;
    directions_.push_back(std::unique_ptr<Direction>(new Direction{from, to, name, delay, {}, {}, {}}));
    sent_[{&from, vci}] = received_[{&to, vci}] = directions_.back().get();
}

core::Femtoseconds CellPaths::unstopped(core::Femtoseconds t) const {
    const auto next = std::upper_bound(stops_.begin(), stops_.end(), t,
                                       [](core::Femtoseconds time, const Stop& stop) { return time < stop.at; });
    return t == 0 || next == stops_.begin() ? t : t + std::prev(next)->total;
}

void CellPaths::follow(Host& host, const Checkers& checkers) {
    const card::CardPath &card = host.host.end().card().engine().chain(), none;
    host.to_net.tracker.set_chain(std::make_shared<const card::Chain>(card, none));
    host.to_card.tracker.set_chain(std::make_shared<const card::Chain>(none, card));
    const probe::BusLog& bus = checkers.log(host.host.node());
    probe::LatencyRecorder::Sources sender, receiver;
    set_sender(sender, host.host.end(), bus), set_receiver(receiver, host.host.end(), bus);
    host.to_net.recorder.look_at(sender), host.to_card.recorder.look_at(receiver);
    for (CellHop* hop : {&host.to_net, &host.to_card}) {
        hop->tracker.listen(hop->recorder);
        hop->tracker.begin_run(run_, 0);
    }
    follow_to_net(host), follow_to_card(host);
}

void CellPaths::follow_to_net(Host& host) {
    kernel::BusCard& card = host.host.card();
    probe::PduTracker& tracker = host.to_net.tracker;
    net::Access& access = host.host.access();
    phy::Suni& phy = host.host.node().nic().phy;
    card.offered.listen([this, &host](core::Femtoseconds at, const std::uint32_t& pdu,
                                      const stack::Manifest::Entry& entry) { offered(host, pdu, entry, at); });
    card.begun.listen([&tracker](core::Femtoseconds at, const std::uint32_t& pdu) { tracker.handed_down(pdu, at); });
    follow_sender(host.host.end(), tracker, host.to_net.recorder);
    follow_sent_cells(host.host.node().nic().atm_tx, phy, tracker, host.to_net.recorder);
    host.to_net.line = std::make_unique<LineObserver>(LineObserver::Line{phy, access.phy(), access.fiber()}, tracker);
    follow_received_cells(access.utopia_rx(), tracker);
    access.utopia_rx().received.listen([&tracker](core::Femtoseconds at, const atm::Cell&, const core::Femtoseconds&) {
        tracker.cell_outcome(true, false, at);
    });
    host.host.port.entered.listen([this, &host](core::Femtoseconds at, const stack::Manifest::Entry& entry) {
        const auto found = sent_.find({&host, board::vci_of(entry.connection)});
        if (found == sent_.end()) return;
        for (Packet& packet : found->second->sent)
            if (packet.number == entry.number) packet.entered = at;
    });
    host.host.port.left_card.listen([&tracker](core::Femtoseconds at, const std::uint16_t& vci, const bool& whole,
                                               const stack::Manifest::Octets& sdu) {
        tracker.delivered({0, vci}, whole, whole ? "ok" : "damaged", sdu, at);
    });
}

void CellPaths::follow_to_card(Host& host) {
    kernel::BusCard& card = host.host.card();
    CellHop& hop = host.to_card;
    net::Access& access = host.host.access();
    board::Nic& nic = host.host.node().nic();
    host.host.port.announced.listen(
        [this, &host](core::Femtoseconds at, const stack::Manifest::Entry& entry) { announced(host, entry, at); });
    host.host.port.sent_to_card.listen([this, &host](core::Femtoseconds at, const std::uint32_t& number,
                                                     const atm::Cell& cell) { sent_to_card(host, number, cell, at); });
    follow_launched(access.phy(), hop.recorder);
    hop.line = std::make_unique<LineObserver>(LineObserver::Line{access.phy(), nic.phy, access.fiber()}, hop.tracker);
    follow_received_cells(nic.atm_rx, hop.tracker);
    follow_receiver(
        host.host.end(), [](host::Channel) { return true; }, hop.tracker, hop.recorder);
    card.brought_up.listen([&hop](core::Femtoseconds at, const host::NetDevice::Received& packet) {
        const bool whole = packet.status == host::PacketStatus::Ok;
        hop.recorder.taken_up(vc_of(packet.channel));
        hop.tracker.delivered(vc_of(packet.channel), whole, whole ? "ok" : "damaged", packet.sdu, at);
    });
    card.taken.listen([this, &host](core::Femtoseconds at, const std::uint32_t& number, const host::Channel& channel,
                                    const core::Femtoseconds&) { taken(host, number, board::vci_of(channel), at); });
}

void CellPaths::offered(Host& from, std::uint32_t pdu, const stack::Manifest::Entry& entry, core::Femtoseconds at) {
    const std::uint16_t vci = board::vci_of(entry.connection);
    probe::PduTracker& tracker = from.to_net.tracker;
    tracker.send_called(pdu, at, vci, entry.packet.octets(), entry.sdu);
    const auto found = sent_.find({&from, vci});
    if (found == sent_.end()) return;
    Packet packet;
    packet.number = entry.number, packet.octets = entry.packet.octets();
    packet.offered = at, packet.origin = unstopped(at) - entry.since;
    packet.sent_row = tracker.rows().size() - 1;
    found->second->sent.push_back(packet);
}

void CellPaths::announced(Host& to, const stack::Manifest::Entry& entry, core::Femtoseconds at) {
    const std::uint16_t vci = board::vci_of(entry.connection);
    const std::size_t row = to.to_card.tracker.announced(at, vci, entry.packet.octets(), entry.sdu);
    to.announced[vci].push_back(row);
    const auto found = received_.find({&to, vci});
    if (found == received_.end()) return;
    std::deque<Packet>& sent = found->second->sent;
    while (!sent.empty() && sent.front().number < entry.origin) sent.pop_front();  // Lost.
    if (sent.empty() || sent.front().number != entry.origin) return;
    Packet packet = sent.front();
    sent.pop_front();
    packet.number = entry.number, packet.received_row = row;
    found->second->coming.push_back(packet);
}

void CellPaths::sent_to_card(Host& to, std::uint32_t number, const atm::Cell& cell, core::Femtoseconds at) {
    const std::uint16_t vci = cell.header().vci;
    to.to_card.tracker.cell_entered(cell, to.announced[vci].at(number));
    const auto found = received_.find({&to, vci});
    if (found == received_.end() || found->second->coming.empty()) return;
    Packet& packet = found->second->coming.back();
    if (packet.number == number && packet.left == 0) packet.left = at;
}

void CellPaths::taken(Host& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at) {
    const auto found = received_.find({&to, vci});
    if (found == received_.end()) return;
    Direction& direction = *found->second;
    std::deque<Packet>& coming = direction.coming;
    while (!coming.empty() && coming.front().number < number) coming.pop_front();  // Lost.
    if (coming.empty() || coming.front().number != number) return;
    Packet packet = coming.front();
    coming.pop_front();
    packet.taken = at, packet.in_direction = numbers_[direction.name]++;
    direction.taken.push_back(packet);
    if (++ended_ % kTogether == 0) add_complete(false), forget_unused();
}

void CellPaths::add_complete(bool all) {
    for (const auto& direction : directions_) {
        if (direction->taken.empty()) continue;
        const std::size_t sent = direction->from.to_net.oldest_in_work(),
                          received = direction->to.to_card.oldest_in_work();
        std::deque<Packet>& taken = direction->taken;
        while (!taken.empty() && (all || (taken.front().sent_row < sent && taken.front().received_row < received))) {
            add(*direction, taken.front());
            taken.pop_front();
        }
    }
}

/// The records of packets that have ended.
void CellPaths::forget_unused() {
    std::map<CellHop*, std::size_t> unused;
    for (const auto& host : hosts_)
        for (CellHop* hop : {&host->to_net, &host->to_card}) unused[hop] = hop->oldest_in_work();
    const auto keep = [&unused](CellHop& hop, std::size_t row) { unused[&hop] = std::min(unused[&hop], row); };
    for (const auto& d : directions_)
        for (const std::deque<Packet>* packets : {&d->sent, &d->coming, &d->taken})
            for (const Packet& packet : *packets) {
                keep(d->from.to_net, packet.sent_row);
                if (packets != &d->sent) keep(d->to.to_card, packet.received_row);
            }
    for (const auto& [hop, row] : unused) hop->recorder.forget_before(row);
}

void CellPaths::add(const Direction& d, const Packet& packet) {
    const probe::PduRow &sent = d.from.to_net.tracker.rows()[packet.sent_row],
                        &received = d.to.to_card.tracker.rows()[packet.received_row];
    if (!sent.complete() || !received.complete() || received.status != "ok" || packet.left == 0) return;
    const End &sender = d.from.host.end(), &receiver = d.to.host.end();
    const card::ChainPtr chain = paths_.chain(d.name, [&] {
        card::CardPath path = receiver.card().engine().chain();
        const std::vector<card::Place> net = places_in_net();
        path.receiving_places.insert(path.receiving_places.begin(), net.begin(), net.end());
        return std::make_shared<const card::Chain>(sender.card().engine().chain(), path);
    });
    std::vector<core::Femtoseconds> at(sent.at.begin(), sent.at.end() - 1);
    at.insert(at.end(), received.at.begin() + 1, received.at.end() - 1);
    at.push_back(packet.taken);
    card::PacketTrace there = d.from.to_net.recorder.trace(packet.sent_row),
                      here = d.to.to_card.recorder.trace(packet.received_row);
    for (core::Femtoseconds& t : at) t = unstopped(t);
    for (card::PacketTrace* trace : {&there, &here})
        for (core::Femtoseconds& t : trace->at) t = unstopped(t);
    const auto traced = [&](const card::PacketTrace& trace) {
        return card::TracedPacket{
            *chain, at, trace, sent.cells, sender.node.pci_clock.period_fs(), receiver.node.pci_clock.period_fs()};
    };
    card::PathSpans way;
    way.sending = [&](card::Spans& s, const card::TracedPacket&) { sender.card().add_sending(s, traced(there)); };
    way.between = [&](card::Spans& s, const card::TracedPacket&) {
        const core::Femtoseconds entered = unstopped(packet.entered), left = unstopped(packet.left);
        s.to(entered, kEntry);
        s.to(std::min(entered + d.delay, left), kDelay);
        s.to(left, kSwitches);
        s.to(here.point(Point::Launched), kExit);
        board::add_launched(s, traced(here), atm::kCellOctets * receiver.oscillator.period_fs());
    };
    way.receiving = [&](card::Spans& s, const card::TracedPacket&) { receiver.card().add_receiving(s, traced(here)); };
    card::PacketTrace whole = there;
    whole.at[static_cast<unsigned>(Point::HandedUp)] = here.point(Point::HandedUp);
    paths_.add(d.name, {run_, packet.in_direction, packet.octets, packet.origin, whole.point(Point::HandedDown),
                        whole.point(Point::HandedUp), card::spans_of(traced(whole), way), packet.offered});
}

}  // namespace niclab::lab
