/// @file The address filter of the chip: selects frames by the six octets of their destination.
///
/// Source: RTL8029AS, p. 15 (RCR). The hash is from 8390.c of Linux 6.1, which takes the top six
///   bits of the CRC over the address.
/// Assumed: a broadcast with AB off, AM on and its own bit of the hash set is accepted, as any
///   group address.
#pragma once

#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

inline bool takes(const Registers& r, const Address& to) {
    if (!ether_board::is_group(to)) return (r.rcr & rcr::kPromiscuous) != 0 || to == r.par;
    if (ether_board::is_broadcast(to) && (r.rcr & rcr::kBroadcast)) return true;
    const unsigned bit = ether_board::hash_of<false>(to);
    return (r.rcr & rcr::kMulticast) != 0 && (r.mar[bit / 8] >> bit % 8 & 1) != 0;
}

}  // namespace niclab::dp8390
