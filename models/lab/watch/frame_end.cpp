#include "lab/watch/frame_end.h"

#include <algorithm>

namespace niclab::lab {

using card::Point;

FrameEnd::FrameEnd(EtherCycleHost& host) : host_(host) { follow_sending(), follow_receiving(); }

/// Removes the packets before `number`, which are lost: a card sends in order.
void FrameEnd::drop_before(Packets& packets, std::uint32_t number) {
    while (!packets.empty() && packets.front()->number < number) packets.pop_front();
}

FrameEnd::PacketPtr FrameEnd::of_pdu(std::uint32_t pdu) const {
    const auto found = std::find_if(sent_.begin(), sent_.end(), [pdu](const PacketPtr& p) { return p->pdu == pdu; });
    return found == sent_.end() ? nullptr : *found;
}

void FrameEnd::follow_sending() {
    host_.card().offered.listen(
        [this](core::Femtoseconds at, const std::uint32_t& pdu, const stack::Manifest::Entry& entry) {
            auto packet = std::make_shared<Packet>();
            packet->from = this;
            packet->number = entry.number, packet->pdu = pdu, packet->octets = entry.packet.octets();
            packet->origin = at - entry.since, packet->offered = at;
            sent_.push_back(packet);
            for (Packets& waiting : not_reached_) waiting.push_back(packet);
            offered(at, packet, entry.packet);
        });
    host_.card().begun.listen([this](core::Femtoseconds at, const std::uint32_t& pdu) {
        if (const PacketPtr packet = of_pdu(pdu)) packet->trace.set(Point::HandedDown, at);
    });
    host_.node().host.driver().posted.listen([this](core::Femtoseconds at, const host::NetDevice::Posted& posted) {
        const PacketPtr packet = of_pdu(posted.pdu);
        if (!packet) return;
        packet->trace.set(Point::Posted, at);
        no_doorbell_.push_back(packet);
    });
    ether_board::Station& station = host_.station();
    // With a listener the station keeps a log of the waits of its frames.
    station.segmented().listen([](core::Femtoseconds, const card::Unit&, const unsigned&) {});
    station.doorbell().listen([this](core::Femtoseconds at, const std::uint32_t&) {
        for (const PacketPtr& packet : no_doorbell_) packet->trace.set(Point::Doorbell, at);
        no_doorbell_.clear();
    });
    station.sending_reached.listen([this](core::Femtoseconds at, const unsigned& event, const std::uint32_t&) {
        Packets& waiting = not_reached_[event];
        if (waiting.empty()) return;
        waiting.front()->sending[event] = at;
        waiting.pop_front();
    });
}

void FrameEnd::follow_receiving() {
    host_.stored.listen([this](core::Femtoseconds, const std::uint32_t& number) {
        const auto found = coming_.find(number);
        stored_ = found == coming_.end() ? nullptr : found->second;
        if (stored_) no_handler_.push_back(stored_);
    });
    host_.station().receiving_reached.listen(
        [this](core::Femtoseconds at, const unsigned& event, const std::uint32_t&, const unsigned&) {
            if (!stored_) return;
            stored_->receiving[event] = at;
            if (event == ether_board::kInMemory) stored_ = nullptr;
        });
    host_.node().host.driver().handling.listen([this](core::Femtoseconds at, const std::uint64_t&) {
        for (const PacketPtr& packet : no_handler_) packet->trace.set(Point::Handler, at);
        no_handler_.clear();
    });
    host_.card().taken.listen([this](core::Femtoseconds at, const std::uint32_t& number, const host::Channel&,
                                     const core::Femtoseconds& passed_up) {
        const auto found = coming_.find(number);
        if (found != coming_.end()) {
            found->second->trace.set(Point::HandedUp, passed_up);
            found->second->delivered = at;
            taken(at, found->second);
        }
        coming_.erase(coming_.begin(), coming_.upper_bound(number));
    });
}

FrameEnd::PacketPtr FrameEnd::left(std::uint32_t number) {
    drop_before(sent_, number);
    for (Packets& waiting : not_reached_) drop_before(waiting, number);
    return sent_.empty() || sent_.front()->number != number ? nullptr : sent_.front();
}

}  // namespace niclab::lab
