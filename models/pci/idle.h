/// @file  An idle bus by itself: who is granted next and who parks, as it went before.
///
/// As long as FRAME# and IRDY# are deasserted, each initiator has nothing to do or waits for the bus (PERR# of data it wrote
/// may still come), and nobody asks for a burst, what an arbiter and initiators do at the next clocks hangs on a few numbers, the key. The first time copies of their state
/// machines run through it by themselves, up to the clock at which one starts or from which on nothing changes; what
/// they did is kept as a shape.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pci/arbiter_machine.h"
#include "pci/flat.h"
#include "pci/initiator_machine.h"
#include "pci/shape_key.h"

namespace niclab::pci {

/// All that those clocks hang on: where the arbiter stands, REQ# and GNT#, who drives what, who has edges, whose data are
/// still to be complained of.
using IdleKey = ShapeKey<4>;

/// A clock, as the next edge samples it.
struct IdleClock {
    Levels bus;
    std::vector<Levels> drive;  ///< Of each half.
    std::uint32_t gnt;
    std::uint32_t written;  ///< Pairs that look for PERR# of what they wrote.
    std::uint32_t awake;    ///< Pairs whose initiator has an edge of its own next.
    ArbiterState arbiter;
    bool operator==(const IdleClock& o) const;
};

struct IdleShape {
    unsigned id = 0;
    std::uint32_t req = 0;
    IdleClock from;                 ///< What the first clock samples.
    std::vector<IdleClock> clocks;  ///< Behind each.
    bool stays = false;             ///< Nothing changes from then on; else somebody starts, or the shape was cut.
    std::uint32_t touched = 0;      ///< Pairs that have GNT#, drive or look for PERR# in any of them.
    bool operator==(const IdleShape& o) const;
};

/// All on the bus that the clocks of an idle one concern.
struct IdleParties {
    struct Member {
        const InitiatorMachine* machine;
        unsigned half;
    };
    const Flat& bus;
    const ArbiterMachine& arbiter;
    std::vector<Member> initiators;  ///< In the order of their pairs.
    bool wide;                       ///< The bus has 64 bits.
    std::uint32_t awake = 0;         ///< Pairs whose initiator has edges now.
};

/// Nothing where what happens hangs on more than fits a key.
std::optional<IdleKey> key_of(const IdleParties& p);
/// Runs copies of the machines.
IdleShape run_through(const IdleParties& p);

}  // namespace niclab::pci
