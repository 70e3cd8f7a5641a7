/// @file  The wires of a bus as plain records: changed at a clock edge, seen from the next edge on.
///
/// While there is such a record nobody writes the bus's wires. Its owner resolves, behind everybody else's calls of an
/// edge, what the agents have changed; no kernel event is spent on it.
#pragma once

#include <vector>

#include "pci/levels.h"

namespace niclab::pci {

class Flat {
public:
    virtual ~Flat() = default;

    Levels now;                      ///< What everybody samples.
    std::vector<Levels> drive;       ///< What each half drives of it.
    std::uint32_t req = 0, gnt = 0;  ///< One bit an initiator.

    void put(unsigned half, const Levels& l) { next_drive[half] = l, dirty = true, driven |= 1u << half; }
    void ask(unsigned pair, bool on) { next_req = on ? next_req | 1u << pair : next_req & ~(1u << pair), dirty = true; }
    void grant(int pair) { next_gnt = pair < 0 ? 0 : 1u << pair, dirty = true; }
    /// Moves what is due up to now: somebody is about to look at data, or at what was counted.
    virtual void catch_up() = 0;
    /// Something besides the clock acts on the agents now: what they do must be their own.
    virtual void settle() = 0;

protected:
    std::vector<Levels> next_drive;
    std::uint32_t next_req = 0, next_gnt = 0;
    bool dirty = false;
    std::uint32_t driven = 0;  ///< Halves that drive anew, one bit each.
};

}  // namespace niclab::pci
