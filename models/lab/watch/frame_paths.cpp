#include "lab/watch/frame_paths.h"

#include <algorithm>

namespace niclab::lab {

using card::Point;

FramePaths::FramePaths(const TrafficBench& bench, unsigned run, PacketPaths& paths) : run_(run), paths_(paths) {
    for (const auto& node : bench.nodes()) {
        if (!node->frames) continue;
        const auto& end = ends_[node->frames] = std::make_unique<FrameEnd>(*node->frames);
        end->taken.listen(
            [this, to = end.get()](core::Femtoseconds, const FrameEnd::PacketPtr& packet) { add(*packet, *to); });
    }
    for (const auto& cable : bench.ethernet().cables())
        cable->arrived.listen([this](core::Femtoseconds, const EtherCable::Arrival& arrival) { arrived(arrival); });
}

void FramePaths::arrived(const EtherCable::Arrival& arrival) {
    if (!arrival.from) return;
    const FrameEnd::PacketPtr packet = ends_.at(arrival.from)->left(arrival.sent);
    if (packet && arrival.to) ends_.at(arrival.to)->expect(arrival.received, packet);
}

void FramePaths::add(const FrameEnd::Packet& packet, const FrameEnd& to) {
    const FrameEnd& from = *packet.from;
    const ether_board::Station &sender = from.station(), &receiver = to.station();
    const std::string direction = from.host().end().name + "_to_" + to.host().end().name;
    const card::ChainPtr chain =
        paths_.chain(direction, [&] { return std::make_shared<const card::Chain>(sender.chain(), receiver.chain()); });
    std::vector<core::Femtoseconds> events{packet.offered};
    events.insert(events.end(), packet.sending.begin(), packet.sending.end());
    events.insert(events.end(), packet.receiving.begin(), packet.receiving.end());
    events.push_back(packet.delivered);
    const std::uint32_t number = numbers_[direction]++;
    if (!std::is_sorted(events.begin(), events.end()) || events[1] == 0) return;
    card::PathSpans way;
    way.sending = [&sender](card::Spans& s, const card::TracedPacket& p) { sender.add_sending(s, p); };
    way.receiving = [&receiver](card::Spans& s, const card::TracedPacket& p) { receiver.add_receiving(s, p); };
    const card::TracedPacket traced{*chain,
                                    events,
                                    packet.trace,
                                    1,
                                    from.host().node().pci_clock.period_fs(),
                                    to.host().node().pci_clock.period_fs()};
    paths_.add(direction, {run_, number, packet.octets, packet.origin, packet.trace.point(Point::HandedDown),
                           packet.trace.point(Point::HandedUp), card::spans_of(traced, way), packet.offered});
}

}  // namespace niclab::lab
