/// @file CS-PDUs as real packets: encapsulation, IPv4, TCP or UDP, payload.
///
/// Source: RFC 791, 793, 768 (headers and checksums), RFC 1483 (LLC/SNAP AA-AA-03 00-00-00 08-00),
///   all from memory of the standards. LANE data frame (LE header, DA, SA, type): Cisco OL-1969-01,
///   figure C-5, and Linux' net/atm/lec.h. Its 16 octets and its minimum of 62 octets are from the
///   latter, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niclab::host {

inline constexpr std::uint32_t kLlcOctets = 8, kLaneOctets = 16;  ///< In front of a packet.
inline constexpr std::uint32_t kLaneMinimum = 62;                 ///< Shortest data frame of LANE, version 1.

struct PacketFormat {
    std::string encapsulation = "llc";  ///< raw, llc or lane
    std::string protocol = "tcp";       ///< tcp, udp or raw
    /// Octets of an SDU that are not payload.
    std::size_t header_octets() const;
};

/// An SDU with `payload_octets` octets of payload that differ from packet to packet (`number`).
/// Throws std::invalid_argument unless payload_octets >= 1 and the SDU has at most 65535 octets.
std::vector<std::uint8_t> make_packet(const PacketFormat& format, std::size_t payload_octets, std::uint32_t number);

/// Encapsulates a packet of IP, or of another Ethertype, according to `format`.
std::vector<std::uint8_t> encapsulate(const PacketFormat& format, const std::vector<std::uint8_t>& packet,
                                      std::uint16_t type = 0x0800);

}  // namespace niclab::host
