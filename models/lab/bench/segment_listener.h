/// @file An interface for observers of the MACs of a segment, at any abstraction level.
#pragma once

#include "base/time.h"
#include "ether/transmit_machine.h"

namespace niclab::lab {

class SegmentListener {
public:
    virtual ~SegmentListener() = default;
    /// TXEN and CRS of a station changed.
    virtual void sends(std::size_t station, base::Femtoseconds at, bool on) = 0;
    virtual void senses(std::size_t station, base::Femtoseconds at, bool on) = 0;
    /// An event of the first frame of a station's queue.
    virtual void steps(std::size_t station, base::Femtoseconds at, const ether::TransmitEvent& event) = 0;
};

}  // namespace niclab::lab
