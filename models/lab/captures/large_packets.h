/// @file  Segmentation of packets that a card's offload was to cut, or that a receiver has merged.
///
/// Such a packet of TCP over IPv4 is longer than the MTU of its link. Its total length is 0 where
/// the system left the field to the card (TSO).
/// Behaviour:   segments have the headers of the packet, with options; total length,
///              identification, sequence number, flags and both checksums are computed. FIN and PSH
///              are in the last segment only, CWR in the first only.
/// Source:      RFC 791, 793, 3168; what a card with TSO does (from memory).
/// Limitations: the size of the original segments is not in a capture; segments fill the MTU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace niclab::lab {

struct Segments {
    std::vector<std::vector<std::uint8_t>> packets;
    std::string refused;  ///< "problem; expected ..." where the packet cannot be cut; empty else.
};

/// Cuts an IPv4 packet of any length into packets of at most `mtu` octets. Its total length is
/// ignored.
Segments segment(const std::vector<std::uint8_t>& packet, std::size_t mtu);

}  // namespace niclab::lab
