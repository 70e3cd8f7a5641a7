#include "lab/watch/cell_paths.h"

#include "cards/board/atm_device.h"
#include "cards/board/spans.h"
#include "lab/experiment/connection_number.h"
#include "lab/watch/net_causes.h"

namespace niclab::lab {

using card::Point;

CellPaths::CellPaths(const Traffic& traffic, const TrafficBench& bench, const Checkers& checkers, unsigned run,
                     PacketPaths& paths)
    : run_(run), paths_(paths), time_(*bench.kernel_bridge()) {
    std::map<std::size_t, CellEnd*> by_host;
    const auto end_of = [&](std::size_t host) -> CellEnd& {
        CellEnd*& end = by_host[host];
        if (!end) end = ends_.emplace_back(new CellEnd(*bench.nodes()[host]->cells, checkers, run)).get();
        return *end;
    };
    for (const TrafficVc& vc : traffic.vcs) {
        if (vc.bridge || !bench.nodes()[vc.from]->cells || !bench.nodes()[vc.to]->cells) continue;
        add_direction(end_of(vc.from), end_of(vc.to), number_of(vc), delay_of(traffic, vc, false));
        add_direction(end_of(vc.to), end_of(vc.from), number_of(vc), delay_of(traffic, vc, true));
    }
    for (const auto& end : ends_) follow(*end);
}

void CellPaths::add_direction(CellEnd& from, CellEnd& to, std::uint16_t vci, core::Femtoseconds delay) {
    const std::string name = from.end().name + "_to_" + to.end().name;
    directions_.push_back(std::unique_ptr<Direction>(new Direction{from, to, name, delay, {}, {}, {}}));
    sent_[{&from, vci}] = received_[{&to, vci}] = directions_.back().get();
}

void CellPaths::follow(CellEnd& end) {
    end.offered.listen([this, &end](core::Femtoseconds at, const stack::Manifest::Entry& entry,
                                    const std::size_t& row) { offered(end, entry, row, at); });
    end.host().port.entered.listen([this, &end](core::Femtoseconds at, const stack::Manifest::Entry& entry) {
        const auto found = sent_.find({&end, board::vci_of(entry.connection)});
        if (found == sent_.end()) return;
        for (Packet& packet : found->second->sent)
            if (packet.number == entry.number) packet.entered = at;
    });
    end.announced.listen([this, &end](core::Femtoseconds, const stack::Manifest::Entry& entry, const std::size_t& row) {
        announced(end, entry, row);
    });
    end.host().port.sent_to_card.listen(
        [this, &end](core::Femtoseconds at, const std::uint32_t& number, const atm::Cell& cell) {
            sent_to_card(end, number, cell.header().vci, at);
        });
    end.host().card().taken.listen(
        [this, &end](core::Femtoseconds at, const std::uint32_t& number, const host::Channel& channel,
                     const core::Femtoseconds&) { taken(end, number, board::vci_of(channel), at); });
}

void CellPaths::offered(CellEnd& from, const stack::Manifest::Entry& entry, std::size_t row, core::Femtoseconds at) {
    const auto found = sent_.find({&from, board::vci_of(entry.connection)});
    if (found == sent_.end()) return;
    Packet packet;
    packet.number = entry.number, packet.octets = entry.packet.octets();
    packet.offered = at, packet.origin = time_.unstopped(at) - entry.since;
    packet.sent_row = row;
    found->second->sent.push_back(packet);
}

void CellPaths::announced(CellEnd& to, const stack::Manifest::Entry& entry, std::size_t row) {
    const auto found = received_.find({&to, board::vci_of(entry.connection)});
    if (found == received_.end()) return;
    std::deque<Packet>& sent = found->second->sent;
    while (!sent.empty() && sent.front().number < entry.origin) sent.pop_front();  // Lost.
    if (sent.empty() || sent.front().number != entry.origin) return;
    Packet packet = sent.front();
    sent.pop_front();
    packet.number = entry.number, packet.received_row = row;
    found->second->coming.push_back(packet);
}

void CellPaths::sent_to_card(CellEnd& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at) {
    const auto found = received_.find({&to, vci});
    if (found == received_.end() || found->second->coming.empty()) return;
    Packet& packet = found->second->coming.back();
    if (packet.number == number && packet.left == 0) packet.left = at;
}

void CellPaths::taken(CellEnd& to, std::uint32_t number, std::uint16_t vci, core::Femtoseconds at) {
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
    if (++ended_ % CellEnd::kTogether == 0) add_complete(false), forget_unused();
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
    KeptRows rows;
    for (const auto& end : ends_) rows.add(*end);
    for (const auto& d : directions_)
        for (const std::deque<Packet>* packets : {&d->sent, &d->coming, &d->taken})
            for (const Packet& packet : *packets) {
                rows.keep(d->from.to_net, packet.sent_row);
                if (packets != &d->sent) rows.keep(d->to.to_card, packet.received_row);
            }
    rows.forget_others();
}

void CellPaths::add(const Direction& d, const Packet& packet) {
    const probe::PduRow &sent = d.from.to_net.row(packet.sent_row), &received = d.to.to_card.row(packet.received_row);
    if (!sent.complete() || !received.complete() || received.status != "ok" || packet.left == 0) return;
    const End &sender = d.from.end(), &receiver = d.to.end();
    const card::ChainPtr chain = paths_.chain(
        d.name, [&] { return chain_over_net(sender.card().engine().chain(), receiver.card().engine().chain()); });
    std::vector<core::Femtoseconds> at(sent.at.begin(), sent.at.end() - 1);
    at.insert(at.end(), received.at.begin() + 1, received.at.end() - 1);
    at.push_back(packet.taken);
    card::PacketTrace there = d.from.to_net.recorder.trace(packet.sent_row),
                      here = d.to.to_card.recorder.trace(packet.received_row);
    for (core::Femtoseconds& t : at) t = time_.unstopped(t);
    for (card::PacketTrace* trace : {&there, &here})
        for (core::Femtoseconds& t : trace->at) t = time_.unstopped(t);
    const auto traced = [&](const card::PacketTrace& trace) {
        return card::TracedPacket{
            *chain, at, trace, sent.cells, sender.node.pci_clock.period_fs(), receiver.node.pci_clock.period_fs()};
    };
    card::PathSpans way;
    way.sending = [&](card::Spans& s, const card::TracedPacket&) { sender.card().add_sending(s, traced(there)); };
    way.between = [&](card::Spans& s, const card::TracedPacket&) {
        const core::Femtoseconds entered = time_.unstopped(packet.entered), left = time_.unstopped(packet.left);
        s.to(entered, net_causes::kEntry);
        s.to(std::min(entered + d.delay, left), net_causes::kDelay);
        s.to(left, net_causes::kSwitches);
        s.to(here.point(Point::Launched), net_causes::kExit);
        board::add_launched(s, traced(here), atm::kCellOctets * receiver.oscillator.period_fs());
    };
    way.receiving = [&](card::Spans& s, const card::TracedPacket&) { receiver.card().add_receiving(s, traced(here)); };
    card::PacketTrace whole = there;
    whole.set(Point::HandedUp, here.point(Point::HandedUp));
    paths_.add(d.name, {run_, packet.in_direction, packet.octets, packet.origin, whole.point(Point::HandedDown),
                        whole.point(Point::HandedUp), card::spans_of(traced(whole), way), packet.offered});
}

}  // namespace niclab::lab
