#include "tcp_server.h"

#include <algorithm>

namespace niclab::vm {

bool TcpServer::receive(base::Femtoseconds now, const Octets& ip) {
    const std::optional<tcp::Parsed> parsed = tcp::parse(ip);
    if (!parsed) return false;
    const tcp::Packet& packet = parsed->packet;
    if (packet.protocol != tcp::Protocol::Tcp || packet.destination != own_) return false;
    Transfer* transfer = find(packet);
    if (!transfer) return reset(now, packet), true;
    transfer->receive(now, packet, ip.data() + parsed->payload);
    collect(*transfer);
    return true;
}

/// The connection of a segment. A first segment opens one, also where one is over.
Transfer* TcpServer::find(const tcp::Packet& packet) {
    const bool opens = packet.segment.syn && !packet.segment.acks;
    const auto known = std::find_if(open_.begin(), open_.end(), [&](const auto& t) { return t->has(packet); });
    if (known != open_.end() && !(opens && (*known)->is_over())) return known->get();
    const std::uint16_t port = packet.destination_port;
    if (!opens || (port != Transfer::kSink && port != Transfer::kSource)) return nullptr;
    const auto keep = [this](std::unique_ptr<Transfer>& t) {
        if (over_.size() < kMaxReports) over_.push_back(t->report());
    };
    if (known != open_.end()) keep(*known), open_.erase(known);
    if (open_.size() >= kMaxOpen) {
        const auto over = std::find_if(open_.begin(), open_.end(), [](const auto& t) { return t->is_over(); });
        if (over == open_.end()) return nullptr;
        keep(*over), open_.erase(over);
    }
    return open_.emplace_back(std::make_unique<Transfer>(packet, mtu_)).get();
}

void TcpServer::reset(base::Femtoseconds now, const tcp::Packet& packet) {
    if (packet.segment.rst) return;
    tcp::Connection none(tcp::policy("solaris25"), {});
    none.receive(now, packet.segment);
    for (const tcp::Segment& segment : none.outgoing()) {
        tcp::Packet p;
        p.source = packet.destination, p.destination = packet.source;
        p.source_port = packet.destination_port, p.destination_port = packet.source_port;
        p.segment = segment;
        outgoing_.push_back(tcp::octets(p));
    }
    ++resets_;
}

void TcpServer::collect(Transfer& transfer) {
    for (const tcp::Packet& packet : transfer.outgoing()) outgoing_.push_back(tcp::octets(packet));
    transfer.outgoing().clear();
}

void TcpServer::expire(base::Femtoseconds now) {
    for (const auto& transfer : open_) {
        if (transfer->deadline() > now) continue;
        transfer->expire(now);
        collect(*transfer);
    }
}

base::Femtoseconds TcpServer::deadline() const {
    base::Femtoseconds first = base::kNever;
    for (const auto& transfer : open_) first = std::min(first, transfer->deadline());
    return first;
}

std::vector<Transfer::Report> TcpServer::reports() const {
    std::vector<Transfer::Report> all = over_;
    for (const auto& transfer : open_) all.push_back(transfer->report());
    return all;
}

}  // namespace niclab::vm
