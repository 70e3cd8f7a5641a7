/// @file  ARP packets: who has an address, on Ethernet and LAN emulation; who is behind an ATM connection; which ATM address an ARP server knows.
///
/// Source:        RFC 826; of ATM the packet of RFC 1577 as FreeBSD's netatm/uni/uniarp_output.c makes it: without ATM addresses on permanent
///                connections, with them on switched ones, where a request's target address has no octets. The addresses are NSAPs of the ICD
///                format with the card's address as ESI; their prefix is *assumed*.
/// Not modelled:  E.164 addresses, subaddresses.
#pragma once

#include <cstdint>
#include <vector>

namespace niclab::tcp {

using Address = std::uint32_t;     ///< 10.0.0.1 is 0x0A000001.
using MacAddress = std::uint64_t;  ///< Of 48 bits, the first octet on the line highest.

inline constexpr MacAddress kBroadcast = 0xFFFF'FFFF'FFFF;

/// Of the card with this IP address: 02-00, of the locally administered kind, and its four octets.
constexpr MacAddress mac_address(Address ip) { return MacAddress{0x0200} << 32 | ip; }

/// What an ARP packet says beside its two addresses.
struct Arp {
    enum class Kind : std::uint8_t { Ethernet, Permanent, Switched };  ///< The last two: of ATM connections.
    enum class Operation : std::uint8_t { Request = 1, Reply = 2, InverseRequest = 8, InverseReply = 9, Nak = 10 };
    Kind kind = Kind::Ethernet;
    Operation operation = Operation::Request;
    Address about = 0;  ///< Whom an ARP server is asked for, or tells of.

    bool broadcast() const { return kind == Kind::Ethernet && operation == Operation::Request; }
    unsigned octets() const;
};

/// As it is on the line, from its hardware type on.
std::vector<std::uint8_t> arp_octets(const Arp& arp, Address source, Address target);

}  // namespace niclab::tcp
