#include "lab/watch/frame_paths.h"

#include <algorithm>

namespace niclab::lab {

using card::Point;

/// Removes the packets before `number`, which are lost: a card sends in order.
void FramePaths::drop_before(Packets& packets, std::uint32_t number) {
    while (!packets.empty() && packets.front()->number < number) packets.pop_front();
}

FramePaths::FramePaths(const TrafficBench& bench, unsigned run, PacketPaths& paths) : run_(run), paths_(paths) {
    for (const auto& node : bench.nodes())
        if (node->frames) follow_sending(*node->frames), follow_receiving(*node->frames);
    for (const auto& cable : bench.ethernet().cables())
        cable->arrived.listen([this](core::Femtoseconds, const EtherCable::Arrival& arrival) { arrived(arrival); });
}

void FramePaths::follow_sending(EtherCycleHost& of) {
    Host& host = hosts_[&of];
    of.card().offered.listen(
        [&host](core::Femtoseconds at, const std::uint32_t& pdu, const stack::Manifest::Entry& entry) {
            auto packet = std::make_shared<Packet>();
            packet->number = entry.number, packet->pdu = pdu, packet->octets = entry.packet.octets();
            packet->origin = at - entry.since, packet->offered = at;
            host.sent.push_back(packet);
            for (Packets& waiting : host.not_reached) waiting.push_back(packet);
        });
    of.card().begun.listen([&host](core::Femtoseconds at, const std::uint32_t& pdu) {
        if (const PacketPtr packet = host.of_pdu(pdu)) packet->set(Point::HandedDown, at);
    });
    of.node().host.driver().posted.listen([&host](core::Femtoseconds at, const host::NetDevice::Posted& posted) {
        const PacketPtr packet = host.of_pdu(posted.pdu);
        if (!packet) return;
        packet->set(Point::Posted, at);
        host.no_doorbell.push_back(packet);
    });
    ether_board::Station& station = of.station();
    // With a listener the station keeps a log of the waits of its frames.
    station.segmented().listen([](core::Femtoseconds, const card::Unit&, const unsigned&) {});
    station.doorbell().listen([&host](core::Femtoseconds at, const std::uint32_t&) {
        for (const PacketPtr& packet : host.no_doorbell) packet->set(Point::Doorbell, at);
        host.no_doorbell.clear();
    });
    station.sending_reached.listen([&host](core::Femtoseconds at, const unsigned& event, const std::uint32_t&) {
        Packets& waiting = host.not_reached[event];
        if (waiting.empty()) return;
        waiting.front()->sending[event] = at;
        waiting.pop_front();
    });
}

void FramePaths::follow_receiving(EtherCycleHost& of) {
    Host& host = hosts_[&of];
    of.stored.listen([&host](core::Femtoseconds, const std::uint32_t& number) {
        const auto found = host.coming.find(number);
        host.stored = found == host.coming.end() ? nullptr : found->second.packet;
        if (host.stored) host.no_handler.push_back(host.stored);
    });
    of.station().receiving_reached.listen(
        [&host](core::Femtoseconds at, const unsigned& event, const std::uint32_t&, const unsigned&) {
            if (!host.stored) return;
            host.stored->receiving[event] = at;
            if (event == ether_board::kInMemory) host.stored = nullptr;
        });
    of.node().host.driver().handling.listen([&host](core::Femtoseconds at, const std::uint64_t&) {
        for (const PacketPtr& packet : host.no_handler) packet->set(Point::Handler, at);
        host.no_handler.clear();
    });
    of.card().taken.listen([this, &of](core::Femtoseconds at, const std::uint32_t& number, const host::Channel&,
                                       const core::Femtoseconds& passed_up) { taken(of, number, passed_up, at); });
}

FramePaths::PacketPtr FramePaths::Host::of_pdu(std::uint32_t pdu) const {
    const auto found = std::find_if(sent.begin(), sent.end(), [pdu](const PacketPtr& p) { return p->pdu == pdu; });
    return found == sent.end() ? nullptr : *found;
}

void FramePaths::arrived(const EtherCable::Arrival& arrival) {
    Host& from = hosts_[arrival.from];
    drop_before(from.sent, arrival.sent);
    for (Packets& waiting : from.not_reached) drop_before(waiting, arrival.sent);
    if (from.sent.empty() || from.sent.front()->number != arrival.sent) return;
    hosts_[arrival.to].coming[arrival.received] = {arrival.from, from.sent.front()};
}

void FramePaths::taken(EtherCycleHost& at_host, std::uint32_t number, core::Femtoseconds passed_up,
                       core::Femtoseconds at) {
    std::map<std::uint32_t, Coming>& coming = hosts_[&at_host].coming;
    const auto found = coming.find(number);
    if (found != coming.end()) {
        found->second.packet->set(Point::HandedUp, passed_up);
        add(*found->second.packet, *found->second.from, at_host, at);
    }
    coming.erase(coming.begin(), coming.upper_bound(number));
}

void FramePaths::add(const Packet& packet, EtherCycleHost& from, EtherCycleHost& to, core::Femtoseconds delivered) {
    const ether_board::Station &sender = from.station(), &receiver = to.station();
    const std::string direction = from.end().name + "_to_" + to.end().name;
    const card::ChainPtr chain =
        paths_.chain(direction, [&] { return std::make_shared<const card::Chain>(sender.chain(), receiver.chain()); });
    std::vector<core::Femtoseconds> events{packet.offered};
    events.insert(events.end(), packet.sending.begin(), packet.sending.end());
    events.insert(events.end(), packet.receiving.begin(), packet.receiving.end());
    events.push_back(delivered);
    const std::uint32_t number = numbers_[direction]++;
    if (!std::is_sorted(events.begin(), events.end()) || events[1] == 0) return;
    card::PathSpans way;
    way.sending = [&sender](card::Spans& s, const card::TracedPacket& p) { sender.add_sending(s, p); };
    way.receiving = [&receiver](card::Spans& s, const card::TracedPacket& p) { receiver.add_receiving(s, p); };
    const card::TracedPacket traced{
        *chain, events, packet.trace, 1, from.node().pci_clock.period_fs(), to.node().pci_clock.period_fs()};
    paths_.add(direction, {run_, number, packet.octets, packet.origin, packet.trace.point(Point::HandedDown),
                           packet.trace.point(Point::HandedUp), card::spans_of(traced, way), packet.offered});
}

}  // namespace niclab::lab
