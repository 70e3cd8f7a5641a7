/// @file  Which frames the chip takes, by the six octets of their destination.
///
/// Source:     RTL8029AS, p. 15 (RCR); the hash: 8390.c of Linux 6.1, which takes the top six bits of the CRC over the address.
/// Ambiguous:  a broadcast where AB is off, AM on and its own bit of the hash set: taken, as any group address.
#pragma once

#include <algorithm>
#include <boost/crc.hpp>

#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

inline bool is_group(const Address& to) { return (to[0] & 1) != 0; }

/// Bit of the multicast registers, 0 .. 63, an address falls on.
inline unsigned hash_of(const Address& to) {
    boost::crc_optimal<32, 0x04C11DB7, 0xFFFFFFFF, 0, true, false> crc;
    crc.process_bytes(to.data(), to.size());
    return crc.checksum() >> 26;
}

inline bool takes(const Registers& r, const Address& to) {
    if (!is_group(to)) return (r.rcr & rcr::kPromiscuous) != 0 || to == r.par;
    const bool broadcast = std::all_of(to.begin(), to.end(), [](std::uint8_t o) { return o == 0xFF; });
    if (broadcast && (r.rcr & rcr::kBroadcast)) return true;
    const unsigned bit = hash_of(to);
    return (r.rcr & rcr::kMulticast) != 0 && (r.mar[bit / 8] >> bit % 8 & 1) != 0;
}

}  // namespace niclab::dp8390
