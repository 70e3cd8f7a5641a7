#include "stack/stack.h"

#include <utility>

namespace niclab::stack {

using base::call;

namespace {
constexpr std::uint16_t kFirstEchoIdentifier = 77;  ///< Of a host's programs; *assumed*.
constexpr std::size_t kPartial = 64;                ///< Limit of datagrams that are reassembled at one time; *assumed*.
}  // namespace

Stack::Stack(base::EventQueue& event_queue, Executor& executor, const Config& config)
    : event_queue_(event_queue), executor_(executor), config_(config) {}

void Stack::attach(Device& device) {
    const Interface::Queues most{config_.ip_queue, config_.protocol_queue};
    Interface::Upward upward{[this](const tcp::Packet& p) { input(p); },
                             [this](const tcp::Packet& p) { report_drop(Drop::ProtocolQueue, p); }};
    interface_ = std::make_unique<Interface>(executor_, device, most, std::move(upward));
    interface_->drained = [this] { notify_free_space(); };
}

void Stack::notify_free_space() {
    for (const auto& s : datagram_sockets_) s->room();
}

void Stack::resolve(Neighbours::Asked asked) {
    asked.own = config_.address;
    const Neighbours::Ways ways{[this](tcp::Packet p) { p.source = config_.address, pass_out(p); },
                                [this](const tcp::Packet& p) { report_drop(Drop::Unresolved, p); },
                                [this] { notify_free_space(); }};
    neighbours_ = std::make_unique<Neighbours>(event_queue_, executor_, asked, ways);
}

TcpSocket& Stack::tcp(Strand program, const TcpSocket::Options& options, bool local) {
    tcp::ConnectionConfig c;
    c.mss = static_cast<std::uint16_t>((local ? config_.loopback_mtu : mtu()) - 40);
    c.send_buffer = options.send_buffer, c.receive_buffer = options.receive_buffer;
    c.no_delay = options.no_delay;
    c.initial_sequence = config_.initial_sequence + 64'000 * static_cast<std::uint32_t>(sockets_.size());
    const std::uint16_t port = options.port != 0 ? options.port : next_port_++;
    sockets_.push_back(std::make_unique<TcpSocket>(*this, program, config_.policy, c, port));
    return *sockets_.back();
}

UdpSocket& Stack::udp(Strand program, std::uint16_t port, std::uint32_t receive_buffer) {
    datagram_sockets_.push_back(
        std::make_unique<UdpSocket>(*this, program, port != 0 ? port : next_port_++, receive_buffer));
    return *datagram_sockets_.back();
}

std::uint64_t Stack::hold(const TcpSocket& from, const tcp::Segment& segment) {
    tcp::Packet p;
    p.destination = from.peer(), p.source_port = from.port(), p.destination_port = from.peer_port();
    p.segment = segment;
    return held_.put(p);
}

void Stack::send(tcp::Packet packet) {
    packet.source = config_.address;
    packet.id = next_id_++;
    if (packet.destination == config_.address) {
        executor_.spend(kProtocol, activity_in(packet), packet.octets(),
                        call<&Stack::turn_round>(this, held_.put(packet)));
        return;
    }
    for (const tcp::Packet& piece : tcp::fragments(packet, mtu()))
        if (!neighbours_ || neighbours_->admit(piece)) pass_out(piece);
}

void Stack::pass_out(const tcp::Packet& packet) {
    if (interface_->send(packet))
        passed_out(now(), packet);
    else
        report_drop(Drop::IpQueue, packet);
}

void Stack::turn_round(std::uint64_t packet) { input_whole(held_.take(packet)); }

/// The last fragment to arrive represents the whole datagram; a missing one is missing for good.
void Stack::input(const tcp::Packet& packet) {
    passed_in(now(), packet);
    if (packet.protocol == tcp::Protocol::Arp) return input_arp(packet);
    if (!packet.fragment()) return input_whole(packet);
    const auto key = std::make_pair(packet.source, packet.id);
    Partial& came = partial_[key];
    came.packet = packet, ++came.fragments, came.octets += packet.fragment_octets;
    if (came.octets < packet.body_octets()) {
        if (partial_.size() <= kPartial) return;
        const auto other = partial_.begin()->first == key ? std::next(partial_.begin()) : partial_.begin();
        tell_lost(other->second);
        partial_.erase(other);
        return;
    }
    partial_.erase(key);
    tcp::Packet whole = packet;
    whole.fragment_offset = whole.fragment_octets = 0;
    whole.more_fragments = false;
    input_whole(whole);
}

void Stack::input_arp(const tcp::Packet& packet) {
    if (neighbours_) neighbours_->input(packet);
}

void Stack::tell_lost(const Partial& partial) {
    dropped(now(), {Drop::Reassembly, partial.packet, partial.fragments, 0,
                    partial.octets + tcp::Packet::kHeader * partial.fragments});
}

void Stack::give_up() {
    for (const auto& [key, partial] : partial_) tell_lost(partial);
    partial_.clear();
    if (neighbours_) neighbours_->give_up();
}

void Stack::input_whole(const tcp::Packet& packet) {
    if (packet.destination != config_.address) return report_drop(Drop::NoListener, packet);
    switch (packet.protocol) {
        case tcp::Protocol::Tcp:
            return input_tcp(packet);
        case tcp::Protocol::Udp:
            return input_udp(packet);
        case tcp::Protocol::Icmp:
            return input_echo(packet);
        case tcp::Protocol::Arp:
            break;  // not above IP
    }
}

void Stack::input_tcp(const tcp::Packet& p) {
    const auto key = std::make_tuple(p.source, p.source_port, p.destination_port);
    auto found = connected_.find(key);
    if (found == connected_.end()) {
        for (const auto& s : sockets_) {
            const bool caller =
                s->port() == p.destination_port && s->peer() == p.source && s->peer_port() == p.source_port;
            const bool listener = s->port() == p.destination_port && s->waiting_for_caller() && p.segment.syn;
            if (caller || listener) found = connected_.emplace(key, s.get()).first;
            if (caller) break;
        }
    }
    if (found == connected_.end()) return refuse(p);
    found->second->input(p.source, p.source_port, p.segment);
}

/// No program listens: the answer is a reset.
void Stack::refuse(const tcp::Packet& p) {
    report_drop(Drop::NoListener, p);
    tcp::Connection nobody(config_.policy, {});
    nobody.receive(now(), p.segment);
    for (const tcp::Segment& s : nobody.outgoing()) {
        tcp::Packet answer;
        answer.destination = p.source, answer.source_port = p.destination_port, answer.destination_port = p.source_port;
        answer.segment = s;
        executor_.spend(kProtocol, Activity::AckOut, 0, call<&Stack::send_held>(this, held_.put(answer)));
    }
}

void Stack::input_udp(const tcp::Packet& p) {
    for (const auto& s : datagram_sockets_)
        if (s->port() == p.destination_port) {
            if (!s->input(p)) report_drop(Drop::SocketBuffer, p);
            return;
        }
    report_drop(Drop::NoListener, p);
}

std::size_t Stack::add_pinger(Strand program) {
    pingers_.push_back({program});
    return pingers_.size() - 1;
}

void Stack::ping(std::size_t pinger, tcp::Address to, std::uint32_t octets, base::Call then) {
    Pinger& p = pingers_[pinger];
    p.request.protocol = tcp::Protocol::Icmp;
    p.request.destination = to, p.request.source_port = std::uint16_t(kFirstEchoIdentifier + pinger);
    p.request.datagram = {0, octets, p.next_sequence++, false};
    p.answered = then;
    executor_.spend(p.program, Activity::Call, 0, call<&Stack::send_ping>(this, pinger));
}

void Stack::send_ping(std::uint64_t pinger) {
    const Pinger& p = pingers_[pinger];
    executor_.spend(p.program, Activity::SegmentOut, p.request.datagram.length,
                    call<&Stack::send_held>(this, held_.put(p.request)));
}

void Stack::input_echo(const tcp::Packet& p) {
    if (!p.datagram.reply) {
        tcp::Packet answer = p;
        answer.destination = p.source;
        answer.datagram.reply = true;
        executor_.spend(kProtocol, Activity::SegmentOut, p.datagram.length,
                        call<&Stack::send_held>(this, held_.put(answer)));
        return;
    }
    const auto number = std::size_t(p.source_port - kFirstEchoIdentifier);
    Pinger* const pinger = number < pingers_.size() ? &pingers_[number] : nullptr;
    if (!pinger || std::uint16_t(p.datagram.sequence + 1) != pinger->next_sequence || !pinger->answered.function)
        return report_drop(Drop::NoListener, p);  // No program waits for it.
    executor_.spend(pinger->program, Activity::Wake, 0, std::exchange(pinger->answered, base::Call{}));
}

}  // namespace niclab::stack
