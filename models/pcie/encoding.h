/// @file TLPs and DLLPs as octets, as they are on the link, without the symbols of framing.
///
/// Behaviour: a TLP has its sequence number before it and its LCRC after it, a DLLP its CRC. Octets
///   of the first and the last dword that are not enabled are 0. A damaged packet has one wrong bit
///   in its last octet.
/// Source: layouts as in public headers and tools (Wireshark, cocotbext-pcie).
#pragma once

#include <string>
#include <vector>

#include "pcie/link_observer.h"

namespace niclab::pcie {

using Octets = std::vector<std::uint8_t>;

inline constexpr unsigned kSequenceOctets = 2, kLcrcOctets = 4, kDllpCrcOctets = 2;

/// Appends the header, the data and, if it has one, the digest of a TLP. `data`: nullptr means
/// zeros.
void encode_tlp(const Tlp& tlp, const std::uint8_t* data, Octets& to);
/// Replaces `to` by the packet, with sequence number and CRC.
void encode(const LinkPacket& packet, const std::uint8_t* data, Octets& to);
/// Writes the same without CRC, and not damaged; returns the number of octets, at most
/// kMostWithoutCrc.
std::size_t write_without_crc(const LinkPacket& packet, const std::uint8_t* data, std::uint8_t* to);
inline constexpr std::size_t kMostWithoutCrc = kSequenceOctets + 16 + kPageOctets + 2 * kDwordOctets;

/// A TLP from `n` octets, from its header to its data or its digest; the data are `data`, from the
/// first enabled octet on.
struct Decoded {
    Tlp tlp;
    Octets data;
};
/// Throws std::invalid_argument, which names the field: no TLP of a type that is modelled.
Decoded decode_tlp(const std::uint8_t* octets, std::size_t n);

/// LCRC and ECRC, as their octets are sent: the low one first.
std::uint32_t link_crc(const std::uint8_t* octets, std::size_t n);
std::uint16_t dllp_crc(const std::uint8_t* octets, std::size_t n);

}  // namespace niclab::pcie
