#include "tcp/arp.h"

namespace niclab::tcp {

namespace {

using Operation = Arp::Operation;
constexpr unsigned kEthernet = 1, kAtmForum = 19, kIp = 0x0800, kAtmAddress = 20;

void put(std::vector<std::uint8_t>& to, std::uint64_t value, unsigned octets) {
    for (unsigned k = octets; k-- > 0;) to.push_back(std::uint8_t(value >> 8 * k));
}

/// 47.0005.80, the rest of the prefix 0, ESI, selector 0.
void put_atm_address(std::vector<std::uint8_t>& to, Address ip) {
    put(to, 0x47000580, 4), put(to, 0, 8), put(to, 0, 1);
    put(to, mac_address(ip), 6), put(to, 0, 1);
}

/// Octets of ATM addresses, and of the target's IP address.
struct Lengths {
    unsigned source, target, target_ip;
};

Lengths lengths(const Arp& arp) {
    const bool addresses = arp.kind == Arp::Kind::Switched;
    const bool wanted = arp.operation == Operation::Request || arp.operation == Operation::Nak;
    return {addresses ? kAtmAddress : 0, addresses && !wanted ? kAtmAddress : 0,
            arp.operation == Operation::InverseRequest ? 0u : 4u};
}

/// The source and the target of a packet of an ARP server.
struct Ends {
    Address source, target;
};

Ends ends(const Arp& arp, Address source, Address target) {
    if (arp.kind != Arp::Kind::Switched) return {source, target};
    switch (arp.operation) {
        case Operation::Request:
            return {source, arp.about};
        case Operation::Reply:
            return {arp.about, target};
        case Operation::Nak:
            return {target, arp.about};  // The request as received.
        default:
            return {source, target};
    }
}

std::vector<std::uint8_t> atm_octets(const Arp& arp, const Ends& e) {
    const Lengths n = lengths(arp);
    std::vector<std::uint8_t> o;
    put(o, kAtmForum, 2), put(o, kIp, 2), put(o, n.source, 1), put(o, 0, 1);
    put(o, unsigned(arp.operation), 2);
    put(o, 4, 1), put(o, n.target, 1), put(o, 0, 1), put(o, n.target_ip, 1);
    if (n.source > 0) put_atm_address(o, e.source);
    put(o, e.source, 4);
    if (n.target > 0) put_atm_address(o, e.target);
    put(o, e.target, n.target_ip);
    return o;
}

std::vector<std::uint8_t> ethernet_octets(const Arp& arp, const Ends& e) {
    std::vector<std::uint8_t> o;
    put(o, kEthernet, 2), put(o, kIp, 2), put(o, 6, 1), put(o, 4, 1), put(o, unsigned(arp.operation), 2);
    put(o, mac_address(e.source), 6), put(o, e.source, 4);
    put(o, arp.broadcast() ? 0 : mac_address(e.target), 6), put(o, e.target, 4);
    return o;
}

}  // namespace

unsigned Arp::octets() const {
    if (kind == Kind::Ethernet) return 28;
    const Lengths n = lengths(*this);
    return 12 + n.source + 4 + n.target + n.target_ip;
}

std::vector<std::uint8_t> arp_octets(const Arp& arp, Address source, Address target) {
    const Ends e = ends(arp, source, target);
    return arp.kind == Arp::Kind::Ethernet ? ethernet_octets(arp, e) : atm_octets(arp, e);
}

}  // namespace niclab::tcp
