/// @file The division of transfers into requests, and of read data into completions.
///
/// Behaviour: requests end at multiples of MPS (writes) or MRRS (reads), so that none crosses 4
///   KiB. Completions end at the read completion boundary (RCB, one cache line), at a multiple of
///   MPS or at the end of the request.
/// Source: the rules are those of public descriptions; that engines cut at aligned addresses is the
///   simplest choice that keeps them. *Assumed*.
#pragma once

#include <algorithm>
#include <cstdint>

#include "pcie/tlp.h"

namespace niclab::pcie {

/// Octets of the next request of a transfer with `left` octets from `address` on. `limit`: MPS or
/// MRRS, a power of two from 128 to 4096.
inline unsigned next_request(std::uint64_t address, unsigned left, unsigned limit) {
    return std::min(left, limit - static_cast<unsigned>(address % limit));
}

/// Cache lines that the octets touch.
inline unsigned touched_lines(std::uint64_t address, unsigned octets) {
    return (static_cast<unsigned>(address % kLineOctets) + octets + kLineOctets - 1) / kLineOctets;
}

/// Octets of the next completion of a read with `left` octets from `address` on, of which `lines`
/// cache lines can be read, at least 1.
inline unsigned next_completion(std::uint64_t address, unsigned left, unsigned lines, unsigned mps) {
    const unsigned ready = kLineOctets * lines - static_cast<unsigned>(address % kLineOctets);
    return std::min({left, ready, mps - static_cast<unsigned>(address % mps)});
}

}  // namespace niclab::pcie
