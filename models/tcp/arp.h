/// @file ARP packets: they resolve an address on Ethernet and LAN emulation, the peer of an ATM
/// connection, and ATM addresses at an ARP server.
///
/// Source: RFC 826. ATM uses the packet of RFC 1577 as FreeBSD's netatm/uni/uniarp_output.c makes
///   it. It has no ATM addresses on permanent connections, and has them on switched ones, where a
///   request's target address has no octets. The addresses are NSAPs of the ICD format with the
///   card's address as ESI; their prefix is *assumed*.
/// Not modelled: E.164 addresses, subaddresses.
#pragma once

#include <cstdint>
#include <vector>

namespace niclab::tcp {

using Address = std::uint32_t;     ///< 10.0.0.1 is 0x0A000001.
using MacAddress = std::uint64_t;  ///< Of 48 bits, the first octet on the line highest.

inline constexpr MacAddress kBroadcast = 0xFFFF'FFFF'FFFF;

/// Of the card with this IP address: 02-00, of the locally administered kind, and its four octets.
constexpr MacAddress mac_address(Address ip) { return MacAddress{0x0200} << 32 | ip; }

/// The contents of an ARP packet apart from its two addresses.
struct Arp {
    enum class Kind : std::uint8_t { Ethernet, Permanent, Switched };  ///< The last two: of ATM connections.
    enum class Operation : std::uint8_t { Request = 1, Reply = 2, InverseRequest = 8, InverseReply = 9, Nak = 10 };
    Kind kind = Kind::Ethernet;
    Operation operation = Operation::Request;
    Address about = 0;  ///< The address that a request to or a reply of an ARP server concerns.

    bool broadcast() const { return kind == Kind::Ethernet && operation == Operation::Request; }
    unsigned octets() const;
};

/// Octets in the order of the line, from its hardware type on.
std::vector<std::uint8_t> arp_octets(const Arp& arp, Address source, Address target);

}  // namespace niclab::tcp
