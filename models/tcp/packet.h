/// @file An IPv4 packet with its payload as fields; its octets are generated only when needed.
///
/// Behaviour: an ARP packet is represented, too: it uses the same paths as IP.
/// Source: RFC 791, 792 (echo), 793, 768, 1071 (checksum); for ARP `tcp/arp.h`.
/// Not modelled: IP options, type of service, routers.
#pragma once

#include <string>
#include <vector>

#include "tcp/arp.h"
#include "tcp/segment.h"

namespace niclab::tcp {

/// "10.0.0.1"; nothing if `text` is not an address.
std::optional<Address> parse_address(const std::string& text);
std::string to_string(Address address);

/// Protocol numbers of IP; Arp: not IP, its own Ethertype.
enum class Protocol : std::uint8_t { Arp = 0, Icmp = 1, Tcp = 6, Udp = 17 };

/// A UDP datagram's, or an ICMP echo's, payload.
struct Datagram {
    std::uint64_t offset = 0;    ///< Position of its first octet in the stream of all data that its program sent.
    std::uint32_t length = 0;    ///< Octets.
    std::uint16_t sequence = 0;  ///< ICMP echo only.
    bool reply = false;          ///< ICMP echo only.
};

struct Packet {
    static constexpr unsigned kHeader = 20;

    Address source = 0, destination = 0;
    std::uint16_t id = 0;
    Protocol protocol = Protocol::Tcp;
    std::uint16_t source_port = 0, destination_port = 0;  ///< ICMP: the first is the identifier.
    Segment segment;                                      ///< Of TCP.
    Datagram datagram;                                    ///< Of UDP and ICMP.
    /// Position and length of this fragment in IP's payload; for a whole packet all of it.
    std::uint32_t fragment_offset = 0, fragment_octets = 0;
    bool more_fragments = false;
    Arp arp;
    std::uint16_t ethertype() const { return protocol == Protocol::Arp ? 0x0806 : 0x0800; }
    bool fragment() const { return fragment_offset > 0 || more_fragments; }
    /// Octets of IP's payload when whole.
    std::uint32_t body_octets() const;
    /// Of this packet, or fragment.
    std::uint32_t octets() const {
        if (protocol == Protocol::Arp) return arp.octets();
        return kHeader + (fragment() ? fragment_octets : body_octets());
    }
};

/// Octet `offset` of the data that a program at `source_port` of `source` sends: it differs from
/// octet to octet and program to program.
constexpr std::uint8_t payload_octet(Address source, std::uint16_t source_port, std::uint64_t offset) {
    const std::uint64_t x = (offset + 1) * 0x9E3779B97F4A7C15u + source * 0x85EBCA77u + source_port;
    return static_cast<std::uint8_t>(x >> 40);
}

/// The packet in the octets of the line, including checksums.
std::vector<std::uint8_t> octets(const Packet& packet);
/// A whole packet from its octets; empty if a checksum or a length is wrong, or it is another kind
/// of packet. The offsets of payload stay 0, because octets do not contain them. `payload`:
/// position of its payload.
struct Parsed {
    Packet packet;
    std::size_t payload = 0;
};
std::optional<Parsed> parse(const std::vector<std::uint8_t>& octets);

/// Divides a packet of more than `mtu` octets; the length of fragments is a multiple of 8.
std::vector<Packet> fragments(const Packet& packet, std::uint32_t mtu);

}  // namespace niclab::tcp
