/// @file The wires of a bus as plain records: a change at a clock edge is visible from the next
/// edge on.
///
/// Behaviour: while such a record is in use, the bus's wires are not written. The owner of the
///   record resolves the changes of all agents after all other calls of an edge. This takes no
///   event of the kernel.
#pragma once

#include <vector>

#include "pci/levels.h"

namespace niclab::pci {

class WireRecord {
public:
    virtual ~WireRecord() = default;

    static constexpr unsigned kMostHalves = 32;  ///< A bus with more has no record.

    Levels now;                      ///< The levels that all agents sample.
    std::vector<Levels> drive;       ///< The levels that each half drives.
    std::uint32_t req = 0, gnt = 0;  ///< One bit per initiator.

    void put(unsigned half, const Levels& l) { next_drive[half] = l, dirty = true, driven |= 1u << half; }
    void ask(unsigned pair, bool on) { next_req = on ? next_req | 1u << pair : next_req & ~(1u << pair), dirty = true; }
    void grant(int pair) { next_gnt = pair < 0 ? 0 : 1u << pair, dirty = true; }
    /// Moves the data that is due up to now, because other code is about to read data or counters.
    virtual void synchronize() = 0;
    /// Ends repetition, because something other than the clock acts on the agents now.
    virtual void settle() = 0;

protected:
    std::vector<Levels> next_drive;
    std::uint32_t next_req = 0, next_gnt = 0;
    bool dirty = false;
    std::uint32_t driven = 0;  ///< Halves that drive new levels, one bit per half.
};

}  // namespace niclab::pci
