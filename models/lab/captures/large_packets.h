/// @file Segmentation of packets that a card's offload was to cut, or that a receiver has merged.
///
/// Behaviour: such a packet of TCP over IPv4 is longer than the MTU of its link. Its total length
///   is 0 if the system left the field to the card (TSO). Segments have the headers of the packet,
///   with options. Total length, identification, sequence number, flags and both checksums are
///   computed. FIN and PSH are in the last segment only, CWR in the first only.
/// Source: RFC 791, 793, 3168; the behaviour of a card with TSO (from memory).
/// Limitations: the size of the original segments is not in a capture; segments fill the MTU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace niclab::lab {

struct Segments {
    std::vector<std::vector<std::uint8_t>> packets;
    std::string refused;  ///< "problem; expected ..." if the packet cannot be cut; else empty.
};

/// Cuts an IPv4 packet of any length into packets of at most `mtu` octets. Its total length is
/// ignored.
Segments segment(const std::vector<std::uint8_t>& packet, std::size_t mtu);

}  // namespace niclab::lab
