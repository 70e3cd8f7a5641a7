/// @file The time in which a host moves a frame to or from its card.
#pragma once

#include <cmath>

#include "lab/experiment/segment.h"

namespace niclab::lab {

/// CPU time of a copy that begins at `begin`; 0 for a card without copies. `transmitting`: the
/// card's transmitter is active, and is assumed to remain so.
inline Femtoseconds copy_time(const SegmentCard& card, const isa::CopyConfig& way, unsigned octets, Femtoseconds begin,
                              bool transmitting) {
    if (!card.copies) return 0;
    isa::Copy copy(way, begin, transmitting);
    return Femtoseconds(std::llround(card.cpu_share * double(copy.move(octets) - begin)));
}

}  // namespace niclab::lab
