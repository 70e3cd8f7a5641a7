/// @file The Internet checksum as the chip inserts it into frames to be sent, and as it checks it
/// in received ones.
///
/// Source: RFC 1071; 317453, sections 3.2.3, 3.3.6 and 3.5 (from memory of it). The chip adds all
///   octets of a range, including the field, in which the driver has stored a start value.
/// Limitations: received frames are checked if they are Ethernet II, with at most one VLAN tag,
///   IPv4 without fragments, TCP or UDP.
#pragma once

#include <cstddef>

#include "cards/i8254x/octets.h"

namespace niclab::i8254x {

/// Stores the checksum over the octets from `from` to the inclusive end `end` (0: all) at `at`.
/// Nothing happens if a position is outside the frame. `of_udp`: FFFFH is stored for 0.
void insert_checksum(Octets& frame, std::size_t from, std::size_t at, std::size_t end, bool of_udp = false);

/// What the chip found in a received frame without its FCS.
struct Checked {
    bool ip = false, transport = false;              ///< The checksum was evaluated,
    bool ip_wrong = false, transport_wrong = false;  ///< and is wrong.
};
Checked check_received(const Octets& frame);

}  // namespace niclab::i8254x
