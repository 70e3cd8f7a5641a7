#include "lab/bench/drop_ledger.h"

namespace niclab::lab {

void FlowFinder::add(tcp::Address from, tcp::Address to, std::uint16_t port, bool echoes) {
    if (echoes)
        by_hosts_.emplace(std::make_pair(from, to), flows_), by_hosts_.emplace(std::make_pair(to, from), flows_);
    else
        by_port_.emplace(port, flows_);
    ++flows_;
}

std::size_t FlowFinder::of(const tcp::Packet &packet) const {
    if (packet.protocol == tcp::Protocol::Icmp) {
        const auto found = by_hosts_.find({packet.source, packet.destination});
        return found == by_hosts_.end() ? flows_ : found->second;
    }
    for (const std::uint16_t port : {packet.destination_port, packet.source_port})
        if (const auto found = by_port_.find(port); found != by_port_.end()) return found->second;
    return flows_;
}

void DropLedger::note(const Place &place, const Lost &lost) {
    Lost &so_far = lost_[place];
    so_far.packets += lost.packets, so_far.octets += lost.octets, so_far.cells += lost.cells;
}

stack::DropCounts DropLedger::cells() const {
    stack::DropCounts counts{};
    for (const auto &[place, lost] : lost_) counts[std::size_t(place.cause)] += lost.cells;
    return counts;
}

stack::DropCounts DropLedger::in_stacks(bool which) const {
    stack::DropCounts counts{};
    for (const auto &[place, lost] : lost_)
        if (place.in_stack == which) counts[std::size_t(place.cause)] += lost.packets;
    return counts;
}

stack::DropCounts DropLedger::of_flow(std::size_t flow) const {
    stack::DropCounts counts{};
    for (const auto &[place, lost] : lost_)
        if (place.flow == flow) counts[std::size_t(place.cause)] += lost.packets;
    return counts;
}

}  // namespace niclab::lab
