/// @file  ARP packets: who has an address, on Ethernet and LAN emulation; who is behind a permanent ATM connection.
///
/// Source:        RFC 826; of ATM the packet of RFC 1577 as FreeBSD's netatm/uni/uniarp_output.c makes it on permanent connections: no ATM
///                addresses, a request's target address has no octets.
/// Not modelled:  ATM addresses, and so the ARP_REQUEST, ARP_REPLY and ARP_NAK of switched ATM connections.
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
    bool inverse = false;  ///< InATMARP; else Ethernet's.
    bool reply = false;

    bool broadcast() const { return !inverse && !reply; }
    unsigned octets() const { return inverse ? 16 + (reply ? 4 : 0) : 28; }
};

/// As it is on the line, from its hardware type on.
std::vector<std::uint8_t> arp_octets(const Arp& arp, Address source, Address target);

}  // namespace niclab::tcp
