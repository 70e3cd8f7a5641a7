/// @file  Who wants to know what happens at the MACs of a segment, whatever runs them.
#pragma once

#include "base/time.h"
#include "ether/transmit_machine.h"

namespace niclab::lab {

class SegmentListener {
public:
    virtual ~SegmentListener() = default;
    /// TXEN and CRS of a station change.
    virtual void sends(std::size_t station, base::Femtoseconds at, bool on) = 0;
    virtual void senses(std::size_t station, base::Femtoseconds at, bool on) = 0;
    /// A step of the frame in front.
    virtual void steps(std::size_t station, base::Femtoseconds at, const ether::TransmitEvent& event) = 0;
};

}  // namespace niclab::lab
