#include "stack/neighbours.h"

#include <algorithm>
#include <utility>

namespace niclab::stack {

using base::call;

namespace {
constexpr base::Femtoseconds kStations = base::kSecond, kConnections = 3 * base::kSecond;  ///< Interval of requests.
}

/// The ARP server sends requests to all hosts; they wait for its request, and query it for each
/// other.
void Neighbours::open(tcp::Address peer, bool switched) {
    entries_[peer].switched = switched;
    if (asked_.connections && (!switched || is_arp_server()))
        event_queue_.at(event_queue_.now(), call<&Neighbours::ask_again>(this, peer));
}

bool Neighbours::registered() const {
    const auto found = asked_.arp_server ? entries_.find(*asked_.arp_server) : entries_.end();
    return found != entries_.end() && found->second.known;
}

bool Neighbours::admit(const tcp::Packet& packet) {
    Entry& e = entries_[packet.destination];
    if (e.known) return true;
    lose(e);
    e.waits = packet;
    ++waiting_, ++stats_.waited;
    if (!e.wanted) e.wanted = event_queue_.now();
    if (!e.asking && may_ask(e)) ask_again(packet.destination);
    return false;
}

/// Requests for a packet; ends of permanent connections are requested anyway, and an ARP server
/// queries all hosts.
bool Neighbours::may_ask(const Entry& e) const {
    return !asked_.connections || (e.switched && !is_arp_server() && registered());
}

void Neighbours::ask(tcp::Address address) {
    entries_[address].asked = event_queue_.now();
    ++stats_.requests_sent;
    if (!asked_.connections)
        say(address, Operation::Request);
    else if (entries_[address].switched && !is_arp_server())
        say(*asked_.arp_server, Operation::Request, address);
    else
        say(address, Operation::InverseRequest);
}

/// Until the address is known; stations and an ARP server are queried only while a packet waits.
void Neighbours::ask_again(std::uint64_t number) {
    const auto address = static_cast<tcp::Address>(number);
    Entry& e = entries_[address];
    const base::Femtoseconds period = asked_.connections ? kConnections : kStations;
    if (e.asking && event_queue_.now() - e.asked < period) return;  // Requested again since this was planned.
    e.asking = !e.known && (e.waits || (asked_.connections && (!e.switched || is_arp_server())));
    if (!e.asking) return;
    ask(address);
    event_queue_.at(event_queue_.now() + period, call<&Neighbours::ask_again>(this, number));
}

void Neighbours::say(tcp::Address to, Operation operation, tcp::Address about) {
    tcp::Packet p;
    p.protocol = tcp::Protocol::Arp;
    p.destination = to;
    p.arp.operation = operation, p.arp.about = about;
    if (asked_.connections)
        p.arp.kind = about != 0 || entries_[to].switched ? tcp::Arp::Kind::Switched : tcp::Arp::Kind::Permanent;
    executor_.spend(kProtocol, Activity::AckOut, 0, call<&Neighbours::send>(this, made_.put(p)));
}

void Neighbours::send(std::uint64_t packet) {
    const tcp::Packet p = made_.take(packet);
    ways_.out(p);
    const bool called = p.arp.kind == tcp::Arp::Kind::Switched && p.arp.operation == Operation::InverseRequest;
    if (called && !is_arp_server()) learn(p.destination);
}

void Neighbours::input(const tcp::Packet& packet) {
    if (packet.destination != asked_.own) return;
    switch (packet.arp.operation) {
        case Operation::Request:
            ++stats_.requests_received;
            learn(packet.source);
            return asked_.connections ? serve(packet) : answer(packet);
        case Operation::InverseRequest:
            ++stats_.requests_received;
            learn(packet.source);
            return answer(packet);
        case Operation::Reply:
        case Operation::InverseReply:
            ++stats_.replies_received;
            // An address from the ARP server: the call is set up, and the called host receives the
            // caller's address before the first packet.
            return packet.arp.about != 0 ? say(packet.arp.about, Operation::InverseRequest) : learn(packet.source);
        case Operation::Nak:
            ++stats_.naks;
            return refused(packet.arp.about);
    }
}

void Neighbours::answer(const tcp::Packet& packet) {
    ++stats_.replies_sent;
    const bool inverse = packet.arp.operation == Operation::InverseRequest;
    say(packet.source, inverse ? Operation::InverseReply : Operation::Reply);
}

void Neighbours::serve(const tcp::Packet& packet) {
    if (!is_arp_server()) return;
    const auto found = entries_.find(packet.arp.about);
    const bool there = packet.arp.about == asked_.own || (found != entries_.end() && found->second.known);
    ++(there ? stats_.replies_sent : stats_.naks);
    say(packet.source, there ? Operation::Reply : Operation::Nak, packet.arp.about);
}

void Neighbours::refused(tcp::Address address) {
    Entry& e = entries_[address];
    e.asking = false;
    lose(e);
    if (waiting_ == 0) ways_.none_waits();
}

void Neighbours::learn(tcp::Address address) {
    Entry& e = entries_[address];
    if (std::exchange(e.known, true)) return;
    ++stats_.known;
    if (e.wanted) stats_.longest = std::max(stats_.longest, event_queue_.now() - *e.wanted);
    if (e.waits) {
        --waiting_;
        ways_.out(*std::exchange(e.waits, std::nullopt));
        if (waiting_ == 0) ways_.none_waits();
    }
    if (asked_.arp_server != address || is_arp_server()) return;
    for (const auto& [other, entry] : entries_)  // This host is registered and may send requests.
        if (entry.waits && entry.switched)
            event_queue_.at(event_queue_.now(), call<&Neighbours::ask_again>(this, other));
}

void Neighbours::lose(Entry& e) {
    if (!e.waits) return;
    --waiting_, ++stats_.dropped;
    ways_.lost(*std::exchange(e.waits, std::nullopt));
}

void Neighbours::give_up() {
    for (auto& [address, e] : entries_) lose(e);
}

}  // namespace niclab::stack
